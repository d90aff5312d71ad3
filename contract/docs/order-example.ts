import type { Order } from "../order/order.ts";
import { termsVersion } from "../order/terms.ts";

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, "0")}:00.000Z`;
const asked = { network: null, required: true, max_length: 254 } as const;

export const exampleRef = "7Q2MK9XW3T";
export const exampleRules = ["paypal_verified_only", "name_must_match"];

export const exampleSignature =
  "9fbRW1cXqwQpmzG1HmUQvDG7GmVbTT3e0vhbEUmhKbN4nXYBvW6Hn8sKqSfGQzBhSsbbHI1mXoOTDDXMyXGIBg";
export const exampleSigning = {
  issuer: "https://exchange.example",
  key: "21fe31dfa154a261",
  signed_at: at(3),
  order: exampleRef,
};

export const examplePushKey = "BLVO9h0YQH9O1wEsjJodOGk5bJrXZ1Em1N7eHTgDlnIVnYy7WQ4uftQAha8VM9rBQUMiej1TKSYGTmkTV-z7630";

/** The example order of the documentation: 500 USDT to PayPal, right after step-one. */
export const draftOrder: Order = {
  ref: exampleRef,
  pair: "usdt-trc20_paypal-usd",
  page: "usdt-to-paypal",
  side: "from",
  status: "draft",
  status_label: "Draft",
  condition: "none",
  version: 1,
  from: { asset: "usdt-trc20", amount: "500.000000", received: "0.000000", seen: "0.000000", reversed: "0.000000" },
  to: { asset: "paypal-usd", amount: "481.31", sent: "0.00" },
  rate: "0.9665",
  reference_rate: "1.0006",
  effective_rate: "0.9626",
  cost_percent: "3.80",
  reference_source: "sandbox",
  cost_amount: "18.99",
  fees: [{ kind: "service", amount: "2.42", asset: "paypal-usd" }],
  promo: { code: "WELCOME5", kind: "rate_bonus_bps", bonus: "0.48", gain: "0.48", cashback: null },
  loyalty: null,
  due: null,
  fields: [
    { ...asked, name: "payout.account", type: "paypal_email" },
    { ...asked, name: "payout.extra.full_name", type: "text", max_length: 120 },
    { ...asked, name: "refund.account", type: "address", network: "tron", max_length: 500 },
    { ...asked, name: "email", type: "email" },
  ],
  identity: null,
  promo_refused: null,
  quote_id: "qt_7902699be42c8a8e46fbbb45",
  rules: exampleRules,
  accepted: null,
  payin: {
    method: null,
    options: ["crypto_address", "hosted_gateway"],
    account: null,
    address: null,
    memo: null,
    uri: null,
    redirect_url: null,
    invoice_url: null,
    signature: null,
    txs: [],
  },
  payout: { account: null, memo: null, extra: {}, to_wallet: false, settles_after_days: 0, txs: [] },
  refund: { account: null, memo: null, other_account: null, to_wallet: false, sent: null, txs: [] },
  hold: null,
  by_hand: null,
  waits_for: null,
  kept_aside: [],
  timeline: [{ status: "draft", at: at(0), by: "client", note: null }],
  actions: ["edit", "cancel"],
  eta_minutes: { min: 5, max: 30, usual: null },
  created_at: at(0),
  updated_at: at(0),
  checked_at: at(0),
  server_time: at(0),
  quote_expires_at: at(15),
  expires_at: null,
  rate_locked_until: null,
  rate_grace_until: null,
  email: null,
  email_refused: false,
  language: "en",
  partner: null,
  push_key: null,
  sandbox: true,
};

export const detailedOrder: Order = {
  ...draftOrder,
  version: 2,
  payout: { ...draftOrder.payout, account: "anna.paypal@example.com", extra: { full_name: "Anna Ivanova" } },
  refund: { ...draftOrder.refund, account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
  email: "anna.ivanova@example.com",
  actions: ["edit", "confirm", "cancel"],
};

export const acceptedOrder: Order = {
  ...detailedOrder,
  version: 3,
  accepted: { terms_version: termsVersion, rules: exampleRules, at: at(2) },
  actions: ["edit", "execute", "cancel"],
};

export const executedOrder: Order = {
  ...acceptedOrder,
  status: "awaiting_payment",
  push_key: examplePushKey,
  status_label: "Waiting for payment",
  version: 4,
  due: { amount: "500.000000", kind: "full" },
  payin: {
    ...draftOrder.payin,
    method: "crypto_address",
    address: "TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms",
    signature: {
      statement: {
        ...exampleSigning,
        type: "payin-address/1",
        asset: "usdt-trc20",
        network: "tron",
        address: "TAmHirT7ePgwdt5DeeWzX3WYMSdQizrZms",
        memo: null,
        amount: "500.000000",
        valid_until: at(33),
      },
      signature: exampleSignature,
    },
  },
  timeline: [...draftOrder.timeline, { status: "awaiting_payment", at: at(3), by: "client", note: null }],
  actions: ["cancel"],
  updated_at: at(3),
  expires_at: at(33),
  rate_locked_until: at(33),
  rate_grace_until: at(59),
};

export const cancelledOrder: Order = {
  ...executedOrder,
  status: "cancelled",
  push_key: null,
  status_label: "Cancelled",
  version: 5,
  due: null,
  timeline: [...executedOrder.timeline, { status: "cancelled", at: at(5), by: "client", note: null }],
  actions: [],
  updated_at: at(5),
};

const paid = {
  id: "edb8a35d3155c748c2331ed4855dc9636fd0789f5ee84c48b546847b166d67ba",
  asset: "usdt-trc20",
  amount: "500.000000",
  status: "final",
  confirmations: 20,
  required: 20,
  seen_at: at(6),
  url: null,
};
const sent = {
  ...paid,
  id: "A3824B52A3ADADE9B",
  asset: "paypal-usd",
  amount: "481.31",
  status: "sent",
  seen_at: at(9),
};

export const completedOrder: Order = {
  ...executedOrder,
  status: "completed",
  push_key: null,
  status_label: "Completed",
  condition: "exact",
  version: 9,
  from: { ...executedOrder.from, received: "500.000000", seen: "500.000000" },
  to: { ...executedOrder.to, sent: "481.31" },
  due: null,
  payin: { ...executedOrder.payin, txs: [paid] },
  payout: { ...executedOrder.payout, txs: [{ ...sent, confirmations: 0, required: 0 }] },
  timeline: [
    ...executedOrder.timeline,
    { status: "processing", at: at(8), by: "rail", note: null },
    { status: "sending", at: at(8), by: "system", note: null },
    { status: "completed", at: at(9), by: "rail", note: null },
  ],
  actions: [],
  updated_at: at(9),
};

export const exampleTime = at;

import type { Order, OrderTx } from "../../../contract/order/order.ts";

const at = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, "0")}:00.000Z`;

/** An order in the API's format: 500 USDT to PayPal, awaiting payment. Overrides set what the test is about. */
export function exampleOrder(overrides: Partial<Order> = {}): Order {
  return {
    ref: "7Q2MK9XW3T",
    pair: "usdt-trc20_paypal-usd",
    page: "usdt-to-paypal",
    side: "from",
    status: "awaiting_payment",
    status_label: "Waiting for payment",
    condition: "none",
    version: 4,
    from: { asset: "usdt-trc20", amount: "500.000000", received: "0.000000", seen: "0.000000" },
    to: { asset: "paypal-usd", amount: "480.56", sent: "0.00" },
    due: { amount: "500.000000", kind: "full" },
    fields: [],
    rate: "0.9650",
    reference_rate: "0.9990",
    reference_source: "sandbox",
    effective_rate: "0.9611",
    cost_percent: "3.79",
    cost_amount: "18.94",
    fees: [{ kind: "service", amount: "2.42", asset: "paypal-usd" }],
    promo: { code: "WELCOME5", kind: "rate_bonus_bps", bonus: "0.48", gain: "0.48", cashback: null },
    loyalty: null,
    promo_refused: null,
    quote_id: "qt_1",
    rules: ["paypal_verified_only", "name_must_match"],
    accepted: null,
    payin: {
      method: "crypto_address",
      account: null,
      address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
      memo: null,
      uri: null,
      redirect_url: null,
      options: ["crypto_address"],
      invoice_url: null,
      signature: null,
      txs: [],
    },
    payout: { account: "anna@mail.com", memo: null, extra: { full_name: "Anna Ivanova" }, txs: [] },
    refund: { account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb", memo: null, other_account: null, sent: null, txs: [] },
    hold: null,
    kept_aside: [],
    timeline: [
      { status: "draft", at: at(0), by: "client", note: null },
      { status: "awaiting_payment", at: at(3), by: "client", note: null },
    ],
    actions: ["cancel"],
    eta_minutes: { min: 5, max: 30 },
    created_at: at(0),
    updated_at: at(3),
    checked_at: at(5),
    server_time: at(5),
    quote_expires_at: at(15),
    expires_at: at(33),
    rate_locked_until: at(33),
    rate_grace_until: at(59),
    email: "anna@mail.com",
    language: "en",
    partner: null,
    push_key: null,
    sandbox: true,
    ...overrides,
  };
}

/** A payment seen by the network. */
export function exampleTx(overrides: Partial<OrderTx> = {}): OrderTx {
  return {
    id: "9f2c77ab01e4d5f6",
    asset: "usdt-trc20",
    amount: "498.000000",
    status: "seen",
    confirmations: 7,
    required: 20,
    seen_at: at(11),
    url: null,
    ...overrides,
  };
}

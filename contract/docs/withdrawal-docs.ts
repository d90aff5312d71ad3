import type { Withdrawal, WithdrawalLimit } from "../balance/withdrawals.ts";
import type { CallDocs } from "./call-doc.ts";

/** A moment so many seconds after noon. */
const time = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString();

const account = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE";
const id = "wd_5x1f6ahc0r7w9s2t3v4y8z";
const amounts = { amount: "100.000000", fee: "1.000000", net: "99.000000" } as const;
const asked = { asset: "usdt-trc20", amount: "100", account } as const;
const challenge = { expires_at: time(600), resend_at: time(60), code_length: 6 } as const;

const limit: WithdrawalLimit = {
  level: 1,
  day_usd: "2000.00",
  used_usd: "0.00",
  left_usd: "2000.00",
  raise: "authenticator",
  next_day_usd: "20000.00",
};

const pending: Withdrawal = {
  id,
  source: "wallet",
  asset: "usdt-trc20",
  ...amounts,
  account,
  memo: null,
  status: "confirm_pending",
  confirm_with: "email",
  confirm_by: time(1800),
  challenge,
  available_at: time(86_400),
  ...{ waits_for: null, check_by: null },
  tx: null,
  reason: null,
  actions: [
    { name: "confirm", method: "POST", href: "member/withdrawals/confirm" },
    { name: "cancel", method: "POST", href: "member/withdrawals/cancel" },
    { name: "send_code", method: "POST", href: "member/withdrawals/code" },
  ],
  timeline: [
    { status: "requested", at: time(0) },
    { status: "confirm_pending", at: time(0) },
  ],
  created_at: time(0),
  updated_at: time(0),
};

const cooling: Withdrawal = {
  ...pending,
  status: "cooling_off",
  confirm_by: null,
  challenge: null,
  actions: [{ name: "cancel", method: "POST", href: "member/withdrawals/cancel" }],
  timeline: [
    { status: "requested", at: time(0) },
    { status: "cooling_off", at: time(60) },
  ],
  updated_at: time(60),
};

const cancelled: Withdrawal = {
  ...cooling,
  status: "cancelled",
  available_at: null,
  reason: "by_member",
  actions: [],
  timeline: [...cooling.timeline, { status: "cancelled", at: time(120) }],
  updated_at: time(120),
};

export const withdrawalDocs = {
  withdrawalQuote: {
    purpose:
      "Shows fee, net amount, how it is confirmed and whether the address has to wait, before anything is asked. Refuses exactly what `member/withdrawals/create` would, and writes nothing.",
    repeat: "No effect.",
    body: asked,
    reply: {
      data: {
        source: "wallet",
        asset: "usdt-trc20",
        ...amounts,
        account,
        memo: null,
        confirm_with: "email",
        worth_usd: "100.00",
        is_new_address: true,
        known_for: [],
        available_at: time(86_400),
        limit,
      },
    },
  },
  withdrawalsCreate: {
    purpose:
      "Holds the amount at once. It then waits for a code (`confirm_with`), and for a day where the address is new: not saved, or saved less than a day ago. Without the code by `confirm_by` it is cancelled and everything is given back. The member gets an email at each step, with a link to stop it. With `source` = `affiliate` the rewards go into the wallet in the same moment; `forbidden`: the partner is paused; `payout_needs_review`: so much is paid into the wallet first (`member/affiliate/payout`), since an operator looks at it.",
    body: { source: "wallet", ...asked },
    reply: { data: pending },
  },
  balanceWithdraw: {
    purpose: "The same as `member/withdrawals/create` from a wallet.",
    body: asked,
    reply: { data: pending },
  },
  withdrawalsConfirm: {
    purpose:
      "`amount` and `account` are what the member has read: if they differ from the withdrawal, nothing happens (`differs`). A code by email is valid for this withdrawal only; a code of the authenticator works once.",
    repeat: "`invalid_transition`, with the status it has now.",
    body: { id, amount: "100.000000", account, code: "482913" },
    reply: { data: cooling },
  },
  withdrawalsCode: {
    purpose: "For withdrawals with `confirm_with` = `email`; not before `resend_at`, and a few times an hour.",
    repeat: "Another code.",
    body: { id },
    reply: { data: { challenge_id: "ch_5x1f6ahc0r7w9s2t3v4y8z", ...challenge } },
  },
  withdrawalsCancel: {
    purpose: "Possible until it is approved. Everything is given back.",
    repeat: "`invalid_transition`, with the status it has now.",
    body: { id },
    reply: { data: cancelled },
  },
  withdrawalsShow: {
    purpose:
      "`processing`: being sent; `tx` names the transaction once there is one. `failed` and `rejected` have given everything back, except the fee of one that came back after it was sent (`reason` = `returned`).",
    query: { id },
    reply: { data: cooling },
  },
  withdrawalsList: {
    purpose: "Filter by `status[]` and `asset[]`.",
    query: { page: 1, per_page: 20 },
    reply: { data: [cooling], meta: { page: 1, per_page: 20, total: 1, last_page: 1, has_more: false, limit } },
  },
  withdrawalsAddressesOnly: {
    purpose:
      "`on` works at once. Off takes a day (`ends_at`) and a `code`: of the authenticator, or of `member/withdrawals/addresses-only/code` where there is none. Until it ends, other addresses are refused with `address_not_whitelisted`; turning it on again keeps it.",
    repeat: "Nothing changes.",
    body: { on: true },
    reply: { data: { on: true, ends_at: null } },
  },
  withdrawalsAddressesOnlyCode: {
    purpose: "`two_factor_required`: the member has an authenticator, whose code is used instead.",
    repeat: "Another code.",
    reply: { data: { challenge_id: "ch_5x1f6ahc0r7w9s2t3v4y8z", ...challenge } },
  },
} satisfies Partial<CallDocs>;

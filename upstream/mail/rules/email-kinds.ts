/**
 * All kinds of email, with their share of the daily allowance of a mailbox (see email-cause.ts). A code and a link that
 * opens an order may use all of it, news of received money half, everything else a quarter: so that unpaid orders and forms
 * never keep those from arriving. `desk`: to operators.
 */
export const emailKinds = {
  sign_up_code: "access",
  reset_code: "access",
  email_change_code: "access",
  bot_check_code: "access",
  addresses_only_code: "access",
  address_code: "access",
  withdrawal_code: "access",
  wallet_payment_code: "access",
  link: "access",

  paid: "money",
  payment_seen: "money",
  completed: "money",
  on_hold: "money",
  resumed: "money",
  refund_address: "money",
  refunded: "money",
  payment_gone: "money",
  dispute_opened: "money",
  dispute_won: "money",
  dispute_lost: "money",
  charged_back: "money",
  dust: "money",
  unclaimed: "money",
  wallet_paid: "money",
  withdrawal_requested: "money",
  withdrawal_cooling: "money",
  withdrawal_approved: "money",
  withdrawal_completed: "money",
  withdrawal_cancelled: "money",
  withdrawal_frozen: "money",
  withdrawal_lapsed: "money",
  withdrawal_rejected: "money",
  withdrawal_failed: "money",
  withdrawal_returned: "money",
  withdrawal_sent_late: "money",
  rewards_approved: "money",
  rewards_refused: "money",

  created: "notice",
  created_invoice: "notice",
  created_gateway: "notice",
  created_transfer: "notice",
  expired: "notice",
  cancelled: "notice",
  sign_up_taken: "notice",
  email_change_taken: "notice",
  signed_in: "notice",
  password_changed: "notice",
  password_reset: "notice",
  two_factor_enabled: "notice",
  two_factor_disabled: "notice",
  two_factor_failed: "notice",
  recovery_code_used: "notice",
  google_linked: "notice",
  email_changed: "notice",
  phrase_changed: "notice",
  addresses_only_on: "notice",
  addresses_only_off: "notice",
  account_frozen: "notice",
  address_requested: "notice",
  address_saved: "notice",
  address_renamed: "notice",
  address_deleted: "notice",
  withdrawals_frozen: "notice",
  withdrawals_unfrozen: "notice",
  closed: "notice",
  ticket_received: "notice",
  ticket_answered: "notice",
  ticket_closed: "notice",
  review_invited: "notice",
  review_confirm: "notice",
  reserve_ready: "notice",
  newsletter_confirm: "notice",
  newsletter_issue: "notice",
  unasked_digest: "notice",

  operator_hold: "desk",
  operator_reminder: "desk",
  operator_reported: "desk",
  operator_dispute: "desk",
  operator_ticket: "desk",
  operator_reserve: "desk",
  operator_history: "desk",
  operator_alert: "desk",
} as const satisfies Record<string, "access" | "money" | "notice" | "desk">;

export type AnyEmailKind = keyof typeof emailKinds;

export function isAnyEmailKind(kind: string): kind is AnyEmailKind {
  return Object.hasOwn(emailKinds, kind);
}

/** How many counted emails a mailbox may have got in a day for one more of this kind to be sent. */
export function allowanceOf(kind: AnyEmailKind, perDay: number): number {
  const share = { access: perDay, money: perDay / 2, notice: perDay / 4, desk: perDay }[emailKinds[kind]];
  return Math.floor(share);
}

import type { EndpointName } from "../calls/endpoints.ts";

/** When a call is possible that otherwise answers 409 `invalid_transition`; Markdown, after "Possible". */
export const possibleWhen: Partial<Record<EndpointName, string>> = {
  exchangeStepTwo: "while the order is a `draft`.",
  exchangeStepThree: "while the order is a `draft` whose details are complete.",
  exchangeWalletTerms: "once the order has its payout account, or pays into a wallet.",
  exchangeWalletCode: "while the order is a `draft` and `confirm_with` of `exchange/wallet-terms` is not null.",
  exchangeExecute: "while the order is a `draft` with complete details and consent, and no other call is executing it.",
  exchangeProcess: "while `actions` of the order lists the action.",
  exchangeCancel: "while `actions` of the order lists `cancel`: before execute, and then until a payment is seen.",
  orderPushOn: "after execute, until the order has ended.",
  sandboxEvents:
    "after execute, while what the event happens to exists. `pay_…`: always, for an invoice as far as PayPal takes a payment. `confirm`: a payment that has been seen. `payout_ok`, `refund_ok`, `refund_failed`: a transfer that is being sent; `payout_returned`: also one that was sent. `pay_pending`, `invoice_cancelled`, `invoice_marked_paid`, `refunded_at_rail`: orders with an invoice. `dispute_…`: orders paid through PayPal; `dispute_won` and `dispute_lost` with an open dispute. `rate_move`: always.",
  sandboxDeposits:
    "while the wallet has a deposit that the event can happen to; `pay_…` always, where the network has it.",
  gatewayConfirm: "for orders that are paid on the gateway’s page (`payin.method` = `hosted_gateway`).",
  gatewayWebhook: "while the order’s status allows what the event says; deliver it again later, as any answer but 2xx.",
  reviewsCreate: "once the order is `completed` or `refunded`, without a dispute that is open or was lost by us.",
  reviewsConfirm: "while the order may be reviewed, as for `POST reviews`.",
  affiliateLinkRemove: "for links other than the main one.",
  twoFactorGenerate: "while two-factor sign-in is off.",
  twoFactorEnable: "after `2fa/generate`, while two-factor sign-in is off.",
  twoFactorDisable: "while two-factor sign-in is on.",
  supportAnswer:
    "while `can_answer` of the ticket is true: until `open_until`, unless its writer is not the owner of its email.",
  supportAuthor: "once, with the link that was emailed.",
  withdrawalsConfirm: "while the withdrawal is `confirm_pending`.",
  withdrawalsCode: "while the withdrawal is `confirm_pending` and confirmed by email.",
  withdrawalsCancel: "until the withdrawal is approved.",
};

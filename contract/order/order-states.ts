/** Statuses of an order. They are stable, since pages depend on them. */
export const orderStatuses = [
  "draft",
  "awaiting_payment",
  "payment_reported",
  "confirming",
  "on_hold",
  "processing",
  "sending",
  "completed",
  "refund_pending",
  "refunding",
  "refunded",
  "expired",
  "cancelled",
  "failed",
  "disputed",
  "charged_back",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Placed and not ended: something may still happen to the money. */
export const openStatuses = [
  "awaiting_payment",
  "payment_reported",
  "confirming",
  "on_hold",
  "processing",
  "sending",
  "refund_pending",
  "refunding",
  "disputed",
] as const satisfies readonly OrderStatus[];

/** Statuses an order may take only when all its accounts are zero. */
export const finalStatuses = [
  "completed",
  "refunded",
  "expired",
  "cancelled",
  "failed",
  "charged_back",
] as const satisfies readonly OrderStatus[];
export type FinalStatus = (typeof finalStatuses)[number];

/** How the payments compare with the quote. */
export const orderConditions = ["none", "exact", "partial", "over", "late", "multiple", "wrong_asset"] as const;
export type OrderCondition = (typeof orderConditions)[number];

/** Who must act on a hold. */
export const holdActors = ["client", "operator", "system"] as const;
/** What happens at the deadline of a hold without a decision. `wait`: a reminder, and another deadline. `resume`: the order continues. */
export const holdDefaults = ["request_refund", "wait", "resume"] as const;
export type HoldDefault = (typeof holdDefaults)[number];

/** Why an order is on hold, who must act, and what happens without a decision. */
export const holds = {
  amount_mismatch: { actionBy: "client", default: "request_refund" },
  late_payment: { actionBy: "client", default: "request_refund" },
  rate_moved: { actionBy: "client", default: "request_refund" },
  below_minimum: { actionBy: "client", default: "request_refund" },
  wrong_asset: { actionBy: "operator", default: "request_refund" },
  refund_address_missing: { actionBy: "client", default: "wait" },
  dispute: { actionBy: "operator", default: "wait" },
  aml_check: { actionBy: "operator", default: "wait" },
  kyc_required: { actionBy: "client", default: "request_refund" },
  sender_mismatch: { actionBy: "client", default: "request_refund" },
  gateway_review: { actionBy: "system", default: "wait" },
  new_user_delay: { actionBy: "system", default: "resume" },
  new_payout_account: { actionBy: "system", default: "resume" },
  reserve_low: { actionBy: "operator", default: "request_refund" },
  payout_error: { actionBy: "client", default: "request_refund" },
  manual_review: { actionBy: "operator", default: "wait" },
} as const satisfies Record<string, { actionBy: (typeof holdActors)[number]; default: HoldDefault }>;
export type HoldReason = keyof typeof holds;
export const holdReasons = Object.keys(holds) as [HoldReason, ...HoldReason[]];

/** Actions of an order's customer; `actions[]` of an order is a subset. */
export const orderActions = [
  "edit",
  "confirm",
  "execute",
  "cancel",
  "report_payment",
  "accept_requote",
  "request_refund",
  "set_refund_address",
  "exchange_as_quoted",
  "set_payout_account",
  "submit_info",
] as const;
export type OrderAction = (typeof orderActions)[number];

/** The actions that use exchange/process. */
export const processActions = [
  "report_payment",
  "accept_requote",
  "request_refund",
  "set_refund_address",
  "exchange_as_quoted",
  "set_payout_account",
  "submit_info",
] as const satisfies readonly OrderAction[];
export type ProcessAction = (typeof processActions)[number];

/** Pay-in methods. */
export const payinMethods = [
  "crypto_address",
  "hosted_gateway",
  "paypal_invoice",
  "paypal_transfer",
  "balance",
] as const;
export type PayinMethod = (typeof payinMethods)[number];

/** Payment events that a sandbox rail can simulate for an order. */
export const sandboxPayinEvents = [
  "pay_exact",
  "pay_partial",
  "pay_over",
  "pay_again",
  "pay_late",
  "pay_pending",
  "pay_vanish",
  "pay_wrong_asset",
  "confirm",
  "invoice_cancelled",
  "invoice_marked_paid",
  "refunded_at_rail",
] as const;
export type SandboxPayinEvent = (typeof sandboxPayinEvents)[number];

/** All events that it can simulate. */
export const sandboxEvents = [
  ...sandboxPayinEvents,
  "payout_ok",
  "payout_returned",
  "refund_ok",
  "refund_failed",
  "rate_move",
  "review_hold",
  "review_clear",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
] as const;
export type SandboxEvent = (typeof sandboxEvents)[number];

/** What people do by hand for an order, where its payment service has no API. */
export const handSteps = [
  "invoice_to_send",
  "invoice_sent",
  "payment_to_confirm",
  "payout_to_send",
  "payout_to_confirm",
  "refund_to_send",
  "refund_to_confirm",
] as const;
export type HandStep = (typeof handSteps)[number];

import type { HoldReason } from "../../../contract/order/order-states.ts";
import type { Policy } from "./policy.ts";

/** Who must act on a hold, in what time, and what happens at its deadline. */
export type HoldRule = {
  actionBy: "client" | "operator" | "system";
  seconds: (policy: Policy) => number;
  /** `wait`: a reminder at each deadline. `resume`: the order continues. */
  default: "request_refund" | "wait" | "resume";
  /** Payments do not end such a hold; only the party that set it does. */
  isVeto: boolean;
};

const customer = {
  actionBy: "client",
  seconds: (policy) => policy.holdSeconds,
  isVeto: false,
} as const satisfies Partial<HoldRule>;
const operator = {
  actionBy: "operator",
  seconds: (policy) => policy.reminderSeconds,
  default: "wait",
  isVeto: true,
} as const satisfies HoldRule;
const documents = {
  seconds: (policy) => policy.infoHoldSeconds,
  default: "request_refund",
  isVeto: true,
} as const satisfies Partial<HoldRule>;

/** A rule per hold reason. For holds that only wait, the deadline is the next reminder. */
export const holdRules: Record<HoldReason, HoldRule> = {
  amount_mismatch: { ...customer, default: "request_refund" },
  late_payment: { ...customer, default: "request_refund" },
  rate_moved: { ...customer, default: "request_refund" },
  below_minimum: { ...customer, default: "request_refund" },
  wrong_asset: { ...customer, actionBy: "operator", default: "request_refund" },
  reserve_low: { ...customer, actionBy: "operator", default: "request_refund" },
  payout_error: { ...customer, seconds: (policy) => policy.payoutErrorHoldSeconds, default: "request_refund" },
  // A refund is ready but has no address: reminders to the customer, later to the operator.
  refund_address_missing: { ...customer, seconds: (policy) => policy.reminderSeconds, default: "wait" },
  kyc_required: { ...documents, actionBy: "client" },
  sender_mismatch: { ...documents, actionBy: "client" },
  new_user_delay: { actionBy: "system", seconds: (policy) => policy.holdSeconds, default: "resume", isVeto: true },
  new_payout_account: {
    actionBy: "system",
    seconds: (policy) => policy.withdrawals.newAddressSeconds,
    default: "resume",
    isVeto: true,
  },
  gateway_review: { ...operator, actionBy: "system" },
  dispute: operator,
  aml_check: operator,
  manual_review: operator,
};

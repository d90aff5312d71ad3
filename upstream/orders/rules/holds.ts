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
  /** Commands of the operator, the likeliest first; `REF` stands for the order. */
  steps: readonly string[];
};

const because = '--reason "..."';
const look = "orders show REF";
const refund = `orders refund REF ${because}`;
const refundTo = `orders refund REF --account ADDRESS ${because}`;
const checked = [look, `orders release REF ${because}`, refund];
const released = [look, `orders release REF ${because}`];

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
  steps: checked,
} as const satisfies HoldRule;
const documents = {
  seconds: (policy) => policy.infoHoldSeconds,
  default: "request_refund",
  isVeto: true,
  steps: checked,
} as const satisfies Partial<HoldRule>;

/** A rule per hold reason. For holds that only wait, the deadline is the next reminder. */
export const holdRules: Record<HoldReason, HoldRule> = {
  amount_mismatch: { ...customer, default: "request_refund", steps: [look, refund] },
  late_payment: { ...customer, default: "request_refund", steps: checked },
  rate_moved: { ...customer, default: "request_refund", steps: checked },
  below_minimum: { ...customer, default: "request_refund", steps: [look, refund] },
  wrong_asset: { ...customer, actionBy: "operator", default: "request_refund", steps: [look, refundTo] },
  reserve_low: {
    ...customer,
    actionBy: "operator",
    default: "request_refund",
    steps: [look, "reserve list", "today", `reserve fund ASSET AMOUNT ${because}`],
  },
  payout_error: {
    ...customer,
    seconds: (policy) => policy.payoutErrorHoldSeconds,
    default: "request_refund",
    steps: [look, `orders complete-payout REF --tx ID ${because}`, refund],
  },
  // A refund is ready but has no address: reminders to the customer, later to the operator.
  refund_address_missing: {
    ...customer,
    seconds: (policy) => policy.reminderSeconds,
    default: "wait",
    steps: [look, refundTo, `orders close REF ${because}`],
  },
  kyc_required: { ...documents, actionBy: "client" },
  sender_mismatch: { ...documents, actionBy: "client" },
  new_user_delay: {
    actionBy: "system",
    seconds: (policy) => policy.holdSeconds,
    default: "resume",
    isVeto: true,
    steps: released,
  },
  new_payout_account: {
    actionBy: "system",
    seconds: (policy) => policy.withdrawals.newAddressSeconds,
    default: "resume",
    isVeto: true,
    steps: [look],
  },
  gateway_review: { ...operator, actionBy: "system", steps: released },
  dispute: {
    ...operator,
    steps: [
      "orders evidence REF --out evidence.html",
      `orders dispute-won REF ${because}`,
      `orders dispute-lost REF ${because}`,
    ],
  },
  aml_check: operator,
  manual_review: operator,
};

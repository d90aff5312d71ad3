import { type HoldDefault, type HoldReason, holdReasons, holds } from "../../../contract/order/order-states.ts";
import type { Policy } from "./policy.ts";

/** Who must act on a hold, in what time, and what happens at its deadline. For holds that only wait, that is the next reminder. */
export type HoldRule = (typeof holds)[HoldReason] & {
  seconds: (policy: Policy) => number;
  /** Payments do not end such a hold; only the party that set it does. */
  isVeto: boolean;
  /** Commands of the operator, the likeliest first; `REF` stands for the order. */
  steps: readonly string[];
};
type Terms = Pick<HoldRule, "seconds" | "isVeto" | "steps">;

const because = '--reason "..."';
const look = "orders show REF";
const refund = `orders refund REF ${because}`;
const refundTo = `orders refund REF --account ADDRESS ${because}`;
const checked = [look, `orders release REF ${because}`, refund];
const released = [look, `orders release REF ${because}`];

/** The terms that follow from what happens at the deadline. */
const usualTerms: Readonly<Record<HoldDefault, Terms>> = {
  request_refund: { seconds: (policy) => policy.holdSeconds, isVeto: false, steps: checked },
  wait: { seconds: (policy) => policy.reminderSeconds, isVeto: true, steps: checked },
  resume: { seconds: (policy) => policy.holdSeconds, isVeto: true, steps: released },
};
const documents: Partial<Terms> = { seconds: (policy) => policy.infoHoldSeconds, isVeto: true };

/** The terms in which a reason differs from those. */
const ownTerms: Partial<Record<HoldReason, Partial<Terms>>> = {
  amount_mismatch: { steps: [look, refund] },
  below_minimum: { steps: [look, refund] },
  wrong_asset: { steps: [look, refundTo] },
  reserve_low: { steps: [look, "reserve list", "today", `reserve fund ASSET AMOUNT ${because}`] },
  payout_error: {
    seconds: (policy) => policy.payoutErrorHoldSeconds,
    steps: [look, `orders complete-payout REF --tx ID ${because}`, refund],
  },
  // A refund is ready but has no address: reminders to the customer, later to the operator.
  refund_address_missing: { isVeto: false, steps: [look, refundTo, `orders close REF ${because}`] },
  kyc_required: documents,
  sender_mismatch: documents,
  new_payout_account: { seconds: (policy) => policy.withdrawals.newAddressSeconds, steps: [look] },
  gateway_review: { steps: released },
  dispute: {
    steps: [
      "orders evidence REF --out evidence.html",
      `orders dispute-won REF ${because}`,
      `orders dispute-lost REF ${because}`,
    ],
  },
};

/** A rule per hold reason. */
export const holdRules = Object.fromEntries(
  holdReasons.map((reason) => [
    reason,
    { ...holds[reason], ...usualTerms[holds[reason].default], ...ownTerms[reason] },
  ]),
) as Record<HoldReason, HoldRule>;

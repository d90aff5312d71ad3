import { shownRef } from "../../../contract/order/order-number.ts";
import type { HoldReason } from "../../../contract/order/order-states.ts";

/** Operator commands for an order on hold, the likeliest first; shown in e-mails, `today` and `orders show`. */
export function nextSteps(ref: string, reason: HoldReason): string[] {
  return steps[reason].map((step) => `operator ${step.replace("REF", shownRef(ref))}`);
}

const because = '--reason "..."';
const look = "orders show REF";
const release = `orders release REF ${because}`;
const refund = `orders refund REF ${because}`;
const refundTo = `orders refund REF --account ADDRESS ${because}`;
const checked = [look, release, refund];

const steps: Record<HoldReason, readonly string[]> = {
  amount_mismatch: [look, refund],
  late_payment: checked,
  rate_moved: checked,
  below_minimum: [look, refund],
  wrong_asset: [look, refundTo],
  refund_address_missing: [look, refundTo, `orders close REF ${because}`],
  dispute: [
    "orders evidence REF --out evidence.html",
    `orders dispute-won REF ${because}`,
    `orders dispute-lost REF ${because}`,
  ],
  aml_check: checked,
  kyc_required: checked,
  sender_mismatch: checked,
  gateway_review: [look, release],
  new_user_delay: [look, release],
  reserve_low: [look, "reserve list", `reserve fund ASSET AMOUNT ${because}`],
  payout_error: [look, `orders complete-payout REF --tx ID ${because}`, refund],
  manual_review: checked,
};

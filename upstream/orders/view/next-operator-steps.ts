import { shownRef } from "../../../contract/order/order-number.ts";
import type { HoldReason } from "../../../contract/order/order-states.ts";
import type { Rails } from "../../ports/rail.ts";

type Order = { ref: string; disputeFlag: string | null; toAsset: string };

/**
 * Operator commands for an order on hold, the likeliest first; shown in emails, `today` and `orders show`. What two people enter on a
 * rail of its own commands is named by them.
 */
export function nextSteps(
  { enteredWith, payoutRail }: Pick<Rails, "enteredWith" | "payoutRail">,
  { ref, disputeFlag, toAsset }: Order,
  reason: HoldReason,
): string[] {
  const payout = payoutRail(toAsset);
  const instead = (step: string) => {
    if (disputeFlag !== null && step.startsWith("orders dispute-")) return enteredWith(disputeFlag, "dispute_won");
    if (payout !== undefined && step.startsWith("orders complete-payout"))
      return enteredWith(payout, "operator_complete_payout");
    return null;
  };
  const named = steps[reason].map((step) => instead(step) ?? `operator ${step.replace("REF", shownRef(ref))}`);
  return [...new Set(named)];
}

const because = '--reason "..."';
const reviewStep = "orders show REF";
const release = `orders release REF ${because}`;
const refund = `orders refund REF ${because}`;
const refundTo = `orders refund REF --account ADDRESS ${because}`;
const checked = [reviewStep, release, refund];

const steps: Record<HoldReason, readonly string[]> = {
  amount_mismatch: [reviewStep, refund],
  late_payment: checked,
  rate_moved: checked,
  below_minimum: [reviewStep, refund],
  wrong_asset: [reviewStep, refundTo],
  refund_address_missing: [reviewStep, refundTo, `orders close REF ${because}`],
  dispute: [
    "orders evidence REF --out evidence.html",
    `orders dispute-won REF ${because}`,
    `orders dispute-lost REF ${because}`,
  ],
  aml_check: checked,
  kyc_required: checked,
  sender_mismatch: checked,
  gateway_review: [reviewStep, release],
  new_user_delay: [reviewStep, release],
  new_payout_account: [reviewStep],
  reserve_low: [reviewStep, "reserve list", "today", `reserve fund ASSET AMOUNT ${because}`],
  payout_error: [reviewStep, `orders complete-payout REF --tx ID ${because}`, refund],
  manual_review: checked,
};

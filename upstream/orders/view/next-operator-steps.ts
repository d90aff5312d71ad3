import { shownRef } from "../../../contract/order/order-number.ts";
import type { HoldReason } from "../../../contract/order/order-states.ts";
import type { Rails } from "../../ports/rail.ts";
import { holdRules } from "../rules/holds.ts";

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
  const named = holdRules[reason].steps.map(
    (step) => instead(step) ?? `operator ${step.replace("REF", shownRef(ref))}`,
  );
  return [...new Set(named)];
}

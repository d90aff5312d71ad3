import { turnoverCents } from "../../../market/rules/loyalty.ts";
import { assetOf, type DecisionBuilder } from "../decision-builder.ts";

/** What a completed exchange adds to its owner's turnover, at the rate of its quote. Completed again, its time stays. */
export function recordTurnover(decision: DecisionBuilder): undefined {
  const { order, facts } = decision;
  const { fromAmount, fromAsset, usdRate } = order;
  const { decimals } = assetOf(decision, fromAsset);
  order.turnoverCents = usdRate === null ? null : turnoverCents(fromAmount, decimals, usdRate);
  order.completedAt ??= facts.now;
}

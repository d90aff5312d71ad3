import { turnoverCents } from "../../../market/rules/loyalty.ts";
import { assetOf, type DecisionDraft } from "../decision-draft.ts";

/** What a completed exchange adds to its owner's turnover, at the rate of its quote. Completed again, its time stays. */
export function recordTurnover(draft: DecisionDraft): undefined {
  const { order, facts } = draft;
  const { fromAmount, fromAsset, usdRate } = order;
  const { decimals } = assetOf(draft, fromAsset);
  order.turnoverCents = usdRate === null ? null : turnoverCents(fromAmount, decimals, usdRate);
  order.completedAt ??= facts.now;
}

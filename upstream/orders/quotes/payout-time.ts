import type { PayoutMinutes } from "../../../contract/market/payout-times.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { Rails } from "../../ports/rail.ts";

/**
 * How long a payout of this pair takes, in minutes, as the operator has entered it for the pair. Where a person sends it, at most what
 * the company promises, with the usual time of the last ones.
 */
export function payoutTime(
  rails: Pick<Rails, "payoutsOf">,
  { row, to }: Pick<MarketPair, "row" | "to">,
): PayoutMinutes {
  const max = rails.payoutsOf(row.to)[0]?.withinMinutes ?? row.etaMaxMinutes;
  return { min: Math.min(row.etaMinMinutes, max), max, usual: to.usualMinutes };
}

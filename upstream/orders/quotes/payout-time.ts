import type { Pair } from "../../../contract/market/pairs.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { Rails } from "../../ports/rail.ts";

/**
 * How long a payout of this pair takes, in minutes, as the operator has entered it for the pair. Where a person sends it, at most what
 * the company promises.
 */
export function payoutTime(
  rails: Pick<Rails, "payoutsOf">,
  { to, etaMinMinutes, etaMaxMinutes }: MarketPair["row"],
): Pair["eta_minutes"] {
  const max = rails.payoutsOf(to)[0]?.withinMinutes ?? etaMaxMinutes;
  return { min: Math.min(etaMinMinutes, max), max };
}

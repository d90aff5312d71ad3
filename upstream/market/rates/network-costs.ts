import { rateBetween } from "../../affiliates/rules/rate-between.ts";
import type { Orm } from "../../db/database.ts";
import type { asset, pair } from "../../db/schema/market.ts";
import type { PayoutRail } from "../../ports/payout-rail.ts";
import type { Rails } from "../../ports/rail.ts";
import type { RateSource } from "../../ports/rates.ts";
import { networkCost } from "../rules/network-fee.ts";
import { currentRates } from "./current-rates.ts";

type AssetRow = typeof asset.$inferSelect;
type PairRow = Pick<typeof pair.$inferSelect, "id" | "from" | "to">;
/** The rails, as far as the market asks them: what they serve, and what a transfer costs. */
export type RailsOfMarket = Pick<Rails, "payinMethods" | "payoutRail" | "isSimulated"> & {
  payoutFor(asset: string): Pick<PayoutRail, "gas" | "sweepGas" | "sweepGasNow" | "hotAddress" | "usualMinutes">;
};
type Sources = { rates: RateSource; rails: Pick<RailsOfMarket, "payoutRail" | "payoutFor"> };

/**
 * What one transfer of each asset costs its network at most, in minor units of that asset at the market's rates and those of
 * `rates fee`. An asset is missing where its rail pays no network fee, or while there is no rate.
 */
export async function networkCosts(
  reader: Pick<Orm, "select">,
  { rates, rails }: Sources,
  { assets, pairs }: { assets: readonly AssetRow[]; pairs: readonly PairRow[] },
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const current = await currentRates(reader, rates, pairs, now);
  const costs = new Map<string, bigint>();
  for (const { id, decimals, shownDecimals } of assets) {
    const gas = rails.payoutRail(id) === undefined ? null : rails.payoutFor(id).gas;
    if (gas === null) continue;
    const rate = rateBetween(current, gas.asset, id);
    const gasDecimals = assets.find((row) => row.id === gas.asset)?.decimals;
    if (rate === null || gasDecimals === undefined) continue;
    costs.set(id, networkCost(gas.amount, rate, { gasDecimals, decimals, shownDecimals }));
  }
  return costs;
}

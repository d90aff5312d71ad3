import { rateBetween } from "../../affiliates/rules/rate-between.ts";
import type { Orm } from "../../db/database.ts";
import type { asset, pair } from "../../db/schema/market.ts";
import type { PayoutRail } from "../../ports/payout-rail.ts";
import type { Rails } from "../../ports/rail.ts";
import type { RateSource } from "../../ports/rates.ts";
import { ceilDiv } from "../rules/division.ts";
import { networkCost } from "../rules/network-fee.ts";
import { currentRates } from "./current-rates.ts";

type AssetRow = typeof asset.$inferSelect;
type PairRow = Pick<typeof pair.$inferSelect, "id" | "from" | "to">;
/** The rails, as far as the market asks them: what they serve, and what a transfer costs. */
export type RailsOfMarket = Pick<Rails, "payinMethods" | "payoutRail" | "isSimulated"> & {
  payoutFor(asset: string): Pick<PayoutRail, "gas" | "gasNow" | "hotAddress" | "usualMinutes">;
};
type Sources = { rates: RateSource; rails: Pick<RailsOfMarket, "payoutRail" | "payoutFor"> };

/** As `GasNow`, in minor units of the asset that is sent. `charged` is rounded up to the decimals that are shown. */
export type NetworkCosts = { charged: bigint; transfer: bigint; sweep: bigint };

/**
 * What each asset's network takes at its price of the last hour, in minor units of that asset at the market's rates and those of
 * `rates fee`. An asset is missing where its rail pays no network fee, or while there is no rate.
 */
export async function networkCosts(
  reader: Pick<Orm, "select">,
  { rates, rails }: Sources,
  { assets, pairs }: { assets: readonly AssetRow[]; pairs: readonly PairRow[] },
  now: Date,
): Promise<ReadonlyMap<string, NetworkCosts>> {
  const current = await currentRates(reader, rates, pairs, now);
  const costs = new Map<string, NetworkCosts>();
  for (const { id, decimals, shownDecimals } of assets) {
    if (rails.payoutRail(id) === undefined) continue;
    const { gas, gasNow } = rails.payoutFor(id);
    if (gas === null) continue;
    const rate = rateBetween(current, gas.asset, id);
    const gasDecimals = assets.find((row) => row.id === gas.asset)?.decimals;
    if (rate === null || gasDecimals === undefined) continue;
    const { charged, transfer, sweep } = await gasNow(reader);
    const costOf = (amount: bigint) => networkCost(amount, rate, { gasDecimals, decimals, shownDecimals });
    const most = costOf(gas.amount);
    // Of a part of the most: rounding up what is small to what is shown would make it dear.
    const partOf = (amount: bigint) => ceilDiv(most * amount, gas.amount);
    costs.set(id, { charged: costOf(charged), transfer: partOf(transfer), sweep: partOf(sweep) });
  }
  return costs;
}

import type { Orm } from "../../db/database.ts";
import type { MarketAsset } from "../../ports/market.ts";
import type { PayoutRail } from "../../ports/payout-rail.ts";
import { ceilDiv } from "../rules/division.ts";

/**
 * What sweeping one address costs at the network's price of the last hour, with all that its rail has to send for it, in minor
 * units of the asset that is swept. Null while there is no rate for it; zero where it costs nothing.
 */
export async function sweepCost(
  reader: Pick<Orm, "select">,
  { gasNow }: Pick<PayoutRail, "gasNow">,
  asset: Pick<MarketAsset, "networkCost"> | undefined,
): Promise<bigint | null> {
  const { charged, sweep } = await gasNow(reader);
  if (sweep === 0n) return 0n;
  // The market prices a payout, which is paid in the same coin.
  const cost = asset?.networkCost ?? null;
  return cost === null ? null : ceilDiv(cost * sweep, charged);
}

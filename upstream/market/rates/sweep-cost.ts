import type { MarketAsset } from "../../ports/market.ts";
import type { PayoutRail } from "../../ports/payout-rail.ts";
import { ceilDiv } from "../rules/division.ts";

/**
 * What sweeping one address costs at the network's price of this moment, with all that its rail has to send for it, in minor
 * units of the asset that is swept. Null while there is no rate for it; zero where it costs nothing. Throws
 * `RailUnavailable`.
 */
export async function sweepCost(
  rail: Pick<PayoutRail, "gas" | "sweepGas" | "sweepGasNow">,
  asset: Pick<MarketAsset, "networkCost"> | undefined,
): Promise<bigint | null> {
  return inAsset(rail, asset, rail.sweepGas === null ? 0n : await rail.sweepGasNow());
}

/** The same at the most that the network may ask. */
export const mostSweepCost = (
  rail: Pick<PayoutRail, "gas" | "sweepGas">,
  asset: Pick<MarketAsset, "networkCost"> | undefined,
): bigint | null => inAsset(rail, asset, rail.sweepGas?.amount ?? 0n);

/** The market prices a payout, which is paid in the same coin. */
function inAsset(
  { gas }: Pick<PayoutRail, "gas">,
  asset: Pick<MarketAsset, "networkCost"> | undefined,
  amount: bigint,
): bigint | null {
  if (amount === 0n) return 0n;
  const cost = asset?.networkCost ?? null;
  return cost === null || gas === null ? null : ceilDiv(cost * amount, gas.amount);
}

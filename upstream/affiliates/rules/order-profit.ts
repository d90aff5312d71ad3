import type { OrderEntry } from "../../ledger/rules/order-ledger.ts";
import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { parseRate } from "../../market/rules/rate.ts";

type Terms = { fromAsset: string; toAsset: string; referenceRate: string };

const isOurs = (account: string) => account.startsWith("reserve:") || account.startsWith("shortfall:");

/**
 * What we earned on an order, by asset in minor units, as `report profit` tells it: what moved our own money, with the
 * pay-in asset valued in the payout asset at the reference rate of the quote. Costs in a third asset, such as gas, keep it.
 */
export function orderProfit(
  { fromAsset, toAsset, referenceRate }: Terms,
  entries: readonly OrderEntry[],
  decimalsOf: (asset: string) => number,
): Map<string, bigint> {
  const { digits, scale } = parseRate(referenceRate);
  const byAsset = new Map([[toAsset, 0n]]);
  for (const { kind, debit, credit, asset, amount } of entries) {
    if (kind === "pending" || kind === "void" || isOurs(debit) === isOurs(credit)) continue;
    const worth = floorDiv(
      amount * digits * powerOfTen(decimalsOf(toAsset)),
      powerOfTen(decimalsOf(fromAsset) + scale),
    );
    const [valued, minor] = asset === fromAsset ? [toAsset, worth] : [asset, amount];
    byAsset.set(valued, (byAsset.get(valued) ?? 0n) + (isOurs(credit) ? minor : -minor));
  }
  return byAsset;
}

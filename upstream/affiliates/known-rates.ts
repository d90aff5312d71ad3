import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import type { KnownRate } from "../domain/affiliates/rate-between.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { readFeeRates } from "../rates/fee-rates.ts";

/** The market's reference rates at this moment, in the market's order, and those of assets that only pay network fees. */
export async function knownRates(
  { rates }: Pick<Context, "rates">,
  tx: Tx,
  { pairs }: Pick<MarketSnapshot, "pairs">,
  now: Date,
): Promise<KnownRate[]> {
  const ofPairs = [...pairs.values()].flatMap(({ row: { id, from, to } }) => {
    const current = rates.current(id, now);
    return current ? [{ from, to, rate: current.rate }] : [];
  });
  const ofFees = Object.entries(await readFeeRates(tx)).map(([from, { rate, in: to }]) => ({ from, to, rate }));
  return [...ofPairs, ...ofFees];
}

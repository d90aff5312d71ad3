import type { KnownRate } from "../../affiliates/rules/rate-between.ts";
import type { Orm } from "../../db/database.ts";
import type { pair } from "../../db/schema/market.ts";
import type { RateSource } from "../../ports/rates.ts";
import { readFeeRates } from "./fee-rates.ts";

/** The market's rates at this moment, and those of `rates fee` for assets in no pair. */
export async function currentRates(
  reader: Pick<Orm, "select">,
  rates: RateSource,
  pairs: readonly Pick<typeof pair.$inferSelect, "id" | "from" | "to">[],
  now: Date,
): Promise<KnownRate[]> {
  const ofPairs = pairs.flatMap(({ id, from, to }) => {
    const current = rates.current(id, now);
    return current ? [{ from, to, rate: current.rate }] : [];
  });
  const ofFees = Object.entries(await readFeeRates(reader)).map(([from, { rate, in: to }]) => ({ from, to, rate }));
  return [...ofPairs, ...ofFees];
}

import type { Tx } from "../db/database.ts";
import { readFeeRates } from "../market/rates/fee-rates.ts";
import { readTable } from "../market/rates/table.ts";
import { formatRate } from "../market/rules/rate.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import type { TableRate } from "../ports/rates.ts";
import type { KnownRate } from "./rules/rate-between.ts";

/**
 * The market's reference rates at this moment, in the market's order, and those of assets that only pay network fees. The
 * last known rate where it is outdated: too old to sell at, it still tells what was earned, and without it a partner would
 * lose the reward of an order that happens to be completed then.
 */
export async function knownRates(
  { rates }: Pick<Context, "rates">,
  tx: Tx,
  { pairs }: Pick<MarketSnapshot, "pairs">,
  now: Date,
): Promise<KnownRate[]> {
  const all = [...pairs.values()].map(({ row: { id, from, to } }) => ({
    id,
    from,
    to,
    rate: rates.current(id, now)?.rate,
  }));
  const last = all.some(({ rate }) => rate === undefined) ? await readTable(tx) : new Map<string, TableRate>();
  const ofPairs = all.flatMap(({ id, from, to, rate }) => {
    const lastRate = last.get(id);
    const used = rate ?? (lastRate && formatRate(lastRate.rate));
    return used === undefined ? [] : [{ from, to, rate: used }];
  });
  const ofFees = Object.entries(await readFeeRates(tx)).map(([from, { rate, in: to }]) => ({ from, to, rate }));
  return [...ofPairs, ...ofFees];
}

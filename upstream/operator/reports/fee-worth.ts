import { formatDecimal } from "../../../contract/values/decimal.ts";
import { readFeeRates } from "../../market/rates/fee-rates.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { parseRate } from "../../market/rules/rate.ts";
import type { Context } from "../../ports/context.ts";
import type { ShownRow } from "../command.ts";

/** The columns that value an amount of an asset in what we sell it for; all null where it has no rate. */
export type FeeWorthOf = (minor: bigint, asset: string) => ShownRow;

/**
 * Values amounts at the rates of this moment, and names rate and time: the reference rate of the asset's first pair, or
 * for an asset in no pair the rate of `rates fee`. Cut to whole minor units.
 */
export async function worthNow(ctx: Context): Promise<FeeWorthOf> {
  await ctx.rates.refresh();
  const { assets, pairs } = await ctx.market.snapshot();
  const ofFees = await readFeeRates(ctx.db.orm);
  const now = ctx.clock.now();
  const decimalsOf = (id: string) => assets.find((row) => row.id === id)?.decimals ?? 0;
  const rateOf = (id: string) => {
    const row = [...pairs.values()].find((pair) => pair.row.from === id)?.row;
    const current = row && ctx.rates.current(row.id, now);
    return row && current ? { rate: current.rate, in: row.to, at: current.at.toISOString() } : ofFees[id];
  };
  return (minor, id) => {
    const feeRate = rateOf(id);
    if (feeRate === undefined) return { worth: null, in: null, rate: null, rate_at: null };
    const { digits, scale } = parseRate(feeRate.rate);
    const to = assets.find((row) => row.id === feeRate.in)?.decimals ?? currencyDecimals;
    const worth = floorDiv(minor * digits * powerOfTen(to), powerOfTen(decimalsOf(id) + scale));
    return { worth: formatDecimal(worth, to), in: feeRate.in, rate: feeRate.rate, rate_at: feeRate.at };
  };
}

import type { WalletTotalCurrency } from "../../contract/balance/balance-lists.ts";
import { currencyAssets } from "../market/rules/currency-assets.ts";
import { floorDiv, powerOfTen } from "../market/rules/division.ts";
import { parseRate } from "../market/rules/rate.ts";
import type { Context } from "../ports/context.ts";

/** What an amount is worth in minor units of a currency; null where there is no rate. */
export type WorthOf = (minor: bigint, asset: string) => bigint | null;

const pricedIn: Record<WalletTotalCurrency, string> = currencyAssets;

/** Values amounts at the reference rates of this moment, cut to whole minor units (cents). */
export async function worthIn(
  { market, rates }: Pick<Context, "market" | "rates">,
  currency: WalletTotalCurrency,
  now: Date,
): Promise<{ worthOf: WorthOf; decimals: number }> {
  const { assets, pairs } = await market.terms();
  const target = pricedIn[currency];
  const decimalsOf = (id: string) => assets.find((row) => row.id === id)?.decimals;
  const decimals = decimalsOf(target) ?? 2;
  const rateOf = (id: string) => {
    const pair = [...pairs.values()].find(({ row }) => row.from === id && row.to === target);
    return pair && rates.current(pair.row.id, now)?.rate;
  };
  return {
    decimals,
    worthOf(minor, id) {
      const rate = rateOf(id);
      const scaleOfAsset = decimalsOf(id);
      if (rate === undefined || scaleOfAsset === undefined) return null;
      const { digits, scale } = parseRate(rate);
      return floorDiv(minor * digits * powerOfTen(decimals), powerOfTen(scaleOfAsset + scale));
    },
  };
}

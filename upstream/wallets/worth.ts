import type { WalletTotalCurrency } from "../../contract/balance/balance-lists.ts";
import { type FeeRate, readFeeRates } from "../market/rates/fee-rates.ts";
import { currencyAssets, currencyDecimals } from "../market/rules/currency-assets.ts";
import { floorDiv, powerOfTen } from "../market/rules/division.ts";
import { parseRate } from "../market/rules/rate.ts";
import type { Context } from "../ports/context.ts";

/** What an amount is worth in minor units of a currency; null where there is no rate. */
export type WorthOf = (minor: bigint, asset: string) => bigint | null;

const pricedIn: Record<WalletTotalCurrency, string> = currencyAssets;

/**
 * Values amounts at the reference rates of this moment, cut to whole minor units (cents). What no pair sells, as on a network
 * whose coins nobody may pay for with simulated money, is valued at the operator's word (`rates fee`).
 */
export async function worthIn(
  { db, market, rates }: Pick<Context, "db" | "market" | "rates">,
  currency: WalletTotalCurrency,
  now: Date,
): Promise<{ worthOf: WorthOf; decimals: number }> {
  const { assets, pairs } = await market.terms();
  const target = pricedIn[currency];
  const decimalsOf = (id: string) => assets.find((row) => row.id === id)?.decimals;
  const decimals = decimalsOf(target) ?? currencyDecimals;
  const sold = [...pairs.values()].map(({ row }) => row);
  const isUnsold = ({ id, kind, receiveEnabled }: (typeof assets)[number]) =>
    kind === "crypto" && receiveEnabled && !sold.some((row) => row.from === id);
  const words: Readonly<Record<string, FeeRate>> = assets.some(isUnsold) ? await readFeeRates(db.orm) : {};
  const rateOf = (id: string) => {
    if (!sold.some((row) => row.from === id)) return words[id]?.in === target ? words[id]?.rate : undefined;
    const pair = sold.find((row) => row.from === id && row.to === target);
    return pair && rates.current(pair.id, now)?.rate;
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

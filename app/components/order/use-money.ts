import type { Asset } from "../../../contract/market/pairs.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useLang } from "../../i18n/use-lang.ts";

export type Figure = { value: string; unit: string };

/**
 * Amounts of an order's assets in the reader's format: account money with two decimals, coins without trailing zeros.
 */
export function useMoney(assets: Record<string, Asset>) {
  return moneyIn(useLang(), assets);
}

export type Money = ReturnType<typeof moneyIn>;

/** As `useMoney`, outside a component. */
export function moneyIn(lang: Lang, assets: Record<string, Asset>) {
  function figure(amount: string, asset: string): Figure {
    const assetData = assets[asset];
    const minDecimals = assetData?.kind === "ewallet" ? assetData.decimals : 0;
    return { value: formatAmount(lang, amount, minDecimals), unit: assetData?.symbol ?? asset };
  }
  return {
    figure,
    reserve: (amount: string, asset: string): Figure => ({
      value: formatAmount(lang, leastReserve(amount)),
      unit: assets[asset]?.symbol ?? asset,
    }),
    /** `501 USDT`, with a no-break space. */
    text: (amount: string, asset: string) => {
      const { value, unit } = figure(amount, asset);
      return `${value}\u00a0${unit}`;
    },
    rate: (rate: string) => formatAmount(lang, shorter(rate), rateDecimals(rate)),
  };
}

/** Two figures, rounded down: from exact reserves anyone could read each order off the difference. */
export function leastReserve(amount: string): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  if (whole.startsWith("-")) return "0";
  if (whole.length > 1) return whole.slice(0, 2).padEnd(whole.length, "0");
  if (whole !== "0") return `${whole}.${fraction.slice(0, 1) || "0"}`;
  const zeros = fraction.match(/^0*/)?.[0].length ?? 0;
  return zeros === fraction.length ? "0" : `0.${fraction.slice(0, zeros + 2)}`;
}

function shorter(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  return `${whole}.${fraction.slice(0, rateDecimals(rate)) || "0"}`;
}

/**
 * Five significant digits, at least cents, and at least four decimals for rates below one, so that rates in a column
 * are comparable.
 */
function rateDecimals(rate: string): number {
  const [whole = "0", fraction = ""] = rate.split(".");
  if (whole !== "0") return Math.max(2, 5 - whole.length);
  const zeros = fraction.match(/^0*/)?.[0].length ?? 0;
  return zeros === 0 ? 4 : Math.min(zeros + 5, 20);
}

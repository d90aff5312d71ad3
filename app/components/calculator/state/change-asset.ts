import type { Side } from "../../../../contract/market/quote.ts";
import { shortDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { typedAmount } from "../../../forms/amount-input.ts";
import { type Given, type Market, pairOf } from "../calculation.ts";

/**
 * Changes a currency. An amount suggested by the site is suggested again; one entered by the visitor stays, whether
 * typed, from the address or restored by Back.
 */
export function withAsset(given: Given, side: Side, asset: string, market: Market, lang: Lang): Given {
  const next: Given = { ...given, [side]: asset };
  const pair = pairOf(market, next.from, next.to);
  if (!pair || side === "to" || !isSuggested(given, market, lang)) return next;
  return { ...next, side: "from", typed: typedAmount(shortDecimal(pair.suggested_from), lang) };
}

/** Whether the amount is the site's suggestion. */
export function isSuggested({ from, to, side, typed }: Given, market: Market, lang: Lang): boolean {
  const pair = pairOf(market, from, to);
  return side === "from" && pair !== undefined && typed === typedAmount(shortDecimal(pair.suggested_from), lang);
}

import type { Side } from "../../../../contract/market/quote.ts";
import { shortDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { typedAmount } from "../../../forms/amount-input.ts";
import { type Given, type Market, pairOf } from "../calculation.ts";

/**
 * Another currency. An amount that only the site suggested is suggested anew; one that somebody gave stays, whether it
 * was typed here, came with the address, or waited in a page that Back came to.
 */
export function withAsset(given: Given, side: Side, asset: string, market: Market, lang: Lang): Given {
  const next: Given = { ...given, [side]: asset };
  const pair = pairOf(market, next.from, next.to);
  if (!pair || side === "to" || !isSuggested(given, market, lang)) return next;
  return { ...next, side: "from", typed: typedAmount(shortDecimal(pair.suggested_from), lang) };
}

/** Whether the amount is the one that the site begins with. */
export function isSuggested({ from, to, side, typed }: Given, market: Market, lang: Lang): boolean {
  const pair = pairOf(market, from, to);
  return side === "from" && pair !== undefined && typed === typedAmount(shortDecimal(pair.suggested_from), lang);
}

import type { Side } from "../../../../contract/market/quote.ts";
import { shortDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { typedAmount } from "../../../forms/amount-input.ts";
import { type CalculatorInput, type Market, pairOf } from "../calculation.ts";

/**
 * Changes a currency. An amount suggested by the site is suggested again; one entered by the visitor stays, whether
 * typed, from the address or restored by Back.
 */
export function changeAsset(
  input: CalculatorInput,
  side: Side,
  asset: string,
  market: Market,
  lang: Lang,
): CalculatorInput {
  const next: CalculatorInput = { ...input, [side]: asset };
  const pair = pairOf(market, next.from, next.to);
  if (!pair || side === "to" || !isSuggested(input, market, lang)) return next;
  return { ...next, side: "from", typed: typedAmount(shortDecimal(pair.suggested_from), lang) };
}

/** Whether the amount is the site's suggestion. */
export function isSuggested({ from, to, side, typed }: CalculatorInput, market: Market, lang: Lang): boolean {
  const pair = pairOf(market, from, to);
  return side === "from" && pair !== undefined && typed === typedAmount(shortDecimal(pair.suggested_from), lang);
}

import type { Lang } from "../../../../contract/values/languages.ts";
import { readAmount } from "../../../forms/amount-input.ts";
import { href } from "../../../i18n/href.ts";
import { type CalculatorInput, inputAsset, type Market } from "../calculation.ts";

/** The address of a calculation, with amounts as in the contract, so that it is the same in every language. */
export function calculationAddress(lang: Lang, page: string, input: CalculatorInput, market: Market): string {
  const asset = market.assets[inputAsset(input)];
  const reading = readAmount(input.typed, lang, asset?.decimals ?? 0, asset?.symbol);
  return href(lang, `/exchange/${page}?${calculationQuery(input, reading.ok ? reading.amount : input.typed)}`);
}

export function calculationQuery(input: Omit<CalculatorInput, "typed">, amount: string): string {
  const query = new URLSearchParams({ from: input.from, to: input.to, amount, side: input.side });
  if (input.promo) query.set("promo", input.promo);
  return query.toString();
}

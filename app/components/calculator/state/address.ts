import type { Lang } from "../../../../contract/values/languages.ts";
import { readAmount } from "../../../forms/amount-input.ts";
import { href } from "../../../i18n/href.ts";
import { type Given, givenAsset, type Market } from "../calculation.ts";

/** The address of a calculation, with amounts as in the contract, so that it is the same in every language. */
export function calculationAddress(lang: Lang, page: string, given: Given, market: Market): string {
  const decimals = market.assets[givenAsset(given)]?.decimals ?? 0;
  const reading = readAmount(given.typed, lang, decimals);
  return href(lang, `/exchange/${page}?${calculationQuery(given, reading.ok ? reading.amount : given.typed)}`);
}

export function calculationQuery(given: Omit<Given, "typed">, amount: string): string {
  const query = new URLSearchParams({ from: given.from, to: given.to, amount, side: given.side });
  if (given.promo) query.set("promo", given.promo);
  return query.toString();
}

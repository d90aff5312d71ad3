import type { Side } from "../../../../contract/market/quote.ts";
import { shortDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { typedAmount } from "../../../forms/amount-input.ts";
import { type CalculatorInput, type Market, pairOf } from "../calculation.ts";

/** The fields of the calculator, from an address or a posted form. */
export type Fields = { get(name: string): string | null; getAll(name: string): string[] };

/** A form submitted by GET without scripts: it is redirected to a clean address. */
export function isTypedForm(fields: Fields): boolean {
  return fields.get("from_amount") !== null;
}

/**
 * Reads the input. An address carries `amount` as a contract decimal; a form carries both amounts as typed. Missing
 * fields default to the first pair on sale. Null when there is none.
 */
export function readInput(fields: Fields, market: Market, lang: Lang): CalculatorInput | null {
  const first = market.pairs.find((pair) => pair.status === "active") ?? market.pairs[0];
  if (!first) return null;
  const from = fields.get("from") ?? market.pairs.find((pair) => pair.to === fields.get("to"))?.from ?? first.from;
  const to = fields.get("to") ?? market.pairs.find((pair) => pair.from === from)?.to ?? first.to;
  const side = sideIn(fields);
  // The button that removes the code submits after the field and overrides it.
  const promo = (fields.getAll("promo").at(-1) ?? "").trim().slice(0, 64);
  return { from, to, side, promo, typed: typedIn(fields, side, lang) ?? suggestion(market, from, to, side, lang) };
}

/** The side whose amount counts: the pressed button's, or the only changed one; `both` is ambiguous. */
export function changedSide(fields: Fields): Side | "both" {
  const changed = (side: Side) => {
    const shownAmount = fields.get(`shown_${side}`);
    return shownAmount !== null && shownAmount.trim() !== (fields.get(`${side}_amount`) ?? "").trim();
  };
  if (changed("from") && changed("to")) return "both";
  if (changed("from")) return "from";
  return changed("to") ? "to" : sideIn(fields);
}

/** The hidden field comes first in the form, so the pressed button, which repeats it, wins. */
function sideIn(fields: Fields): Side {
  return fields.getAll("side").at(-1) === "to" ? "to" : "from";
}

function typedIn(fields: Fields, side: Side, lang: Lang): string | null {
  if (isTypedForm(fields)) return fields.get(`${side}_amount`);
  const amount = fields.get("amount");
  if (amount === null) return null;
  return /^\d{1,40}(\.\d{1,40})?$/.test(amount) ? typedAmount(amount, lang) : amount;
}

function suggestion(market: Market, from: string, to: string, side: Side, lang: Lang): string {
  const pair = pairOf(market, from, to);
  if (!pair) return "";
  return typedAmount(side === "from" ? shortDecimal(pair.suggested_from) : pair.min_to, lang);
}

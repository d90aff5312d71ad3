import type { Quote } from "../../../contract/market/quote.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import { readAmount } from "../../forms/amount-input.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import { type Calculation, type Given, givenAsset, type Market, pairOf, type Trouble } from "./calculation.ts";

/** Prices the input or returns the reason why not. Stores and reserves nothing. */
export async function calculate(args: RouteArgs, market: Market, given: Given, lang: Lang): Promise<Calculation> {
  const without = (trouble: Trouble): Calculation => ({ given, quote: null, trouble, promoTrouble: null });
  const pair = pairOf(market, given.from, given.to);
  if (!pair) return without({ kind: "pair_unknown" });
  const reading = readAmount(given.typed, lang, market.assets[givenAsset(given)]?.decimals ?? 0);
  if (!reading.ok) {
    return without({ kind: reading.problem, offers: reading.readings.map((amount) => ({ side: given.side, amount })) });
  }
  if (pair.status === "paused") return without({ kind: "paused" });

  const { from, to, side, promo } = given;
  const query = { from, to, side, amount: reading.amount, ...(promo && { promo }) };
  const answer = await api(args, "exchangeQuote", { query });
  if (!answer.ok) return without(troubleOf(answer.problem, given, lang));
  const quote = answer.data.data;
  const trouble = warned(quote, given, pair.reserve);
  return { given, quote: trouble ? null : quote, trouble, promoTrouble: promoTroubleOf(quote) };
}

/** A refusal of quote or step-one, as shown in the calculator. */
export function troubleOf(problem: ApiProblem, given: Given, lang: Lang): Trouble {
  if (problem.code === "pair_paused") return { kind: "paused" };
  if (problem.code === "reserve_insufficient") return { kind: "reserve_low", offers: [], wanted: null };
  const wrong = problem.errors?.find(({ code }) => code === "below_min" || code === "above_max");
  if (wrong?.code === "below_min") return limit("below_min", wrong.meta?.min, given);
  if (wrong?.code === "above_max") return limit("above_max", wrong.meta?.max, given);
  if (problem.errors?.some(({ code }) => code === "pair_unknown")) return { kind: "pair_unknown" };
  return refusedTrouble(problem, lang);
}

export function refusedTrouble(problem: ApiProblem, lang: Lang): Trouble {
  return { kind: "refused", sentence: translator(lang)(`problems:${problem.code}`), status: problem.status };
}

/** A limit of the pair takes precedence over the reserve, which may change sooner. */
function warned(quote: Quote, given: Given, reserve: string): Trouble | null {
  const below = quote.warnings.find(({ code }) => code === "below_min");
  if (below) return limit("below_min", below.min, given);
  const above = quote.warnings.find(({ code }) => code === "above_max");
  if (above) return limit("above_max", above.max, given);
  return quote.reserve_ok
    ? null
    : { kind: "reserve_low", offers: [{ side: "to", amount: reserve }], wanted: quote.to.amount };
}

function limit(kind: "below_min" | "above_max", amount: string | undefined, given: Given): Trouble {
  return { kind, offers: amount ? [{ side: given.side, amount }] : [] };
}

function promoTroubleOf(quote: Quote): string | null {
  const warning = quote.warnings.find(({ code }) => code === "promo_invalid");
  return warning ? (warning.reason ?? "unknown") : null;
}

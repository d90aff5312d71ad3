import type { Quote } from "../../../contract/market/quote.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { api } from "../../api/client.server.ts";
import type { ApiProblem } from "../../api/endpoint-types.ts";
import type { FormRefusal } from "../../auth/cookies/cookies-blocked.server.ts";
import { readAmount } from "../../forms/amount-input.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { translator } from "../../i18n/texts/texts.server.ts";
import {
  type Calculation,
  type CalculatorInput,
  type CalculatorProblem,
  inputAsset,
  type Market,
  pairOf,
} from "./calculation.ts";

/** Prices the input or returns the reason why not. Stores and reserves nothing. */
export async function calculate(
  args: RouteArgs,
  market: Market,
  input: CalculatorInput,
  lang: Lang,
): Promise<Calculation> {
  const without = (issue: CalculatorProblem): Calculation => ({ input, quote: null, issue, promoIssue: null });
  const pair = pairOf(market, input.from, input.to);
  if (!pair) return without({ kind: "pair_unknown" });
  const asset = market.assets[inputAsset(input)];
  const reading = readAmount(input.typed, lang, asset?.decimals ?? 0, asset?.symbol);
  if (!reading.ok) {
    return without({ kind: reading.problem, offers: reading.readings.map((amount) => ({ side: input.side, amount })) });
  }
  if (pair.status === "paused") return without({ kind: "paused" });

  const { from, to, side, promo } = input;
  const query = { from, to, side, amount: reading.amount, ...(promo && { promo }) };
  const response = await api(args, "exchangeQuote", { query });
  if (!response.ok) return without(issueOf(response.problem, input, lang));
  const quote = response.data.data;
  const issue = warningIssue(quote, input, pair.reserve);
  return { input, quote: issue ? null : quote, issue, promoIssue: promoIssueOf(quote) };
}

/** A refusal of quote or step-one, as shown in the calculator. */
export function issueOf(problem: ApiProblem, input: CalculatorInput, lang: Lang): CalculatorProblem {
  if (problem.code === "pair_paused") return { kind: "paused" };
  if (problem.code === "reserve_insufficient") return { kind: "reserve_low", offers: [], payout: null };
  const wrong = problem.errors?.find(({ code }) => code === "below_min" || code === "above_max");
  if (wrong?.code === "below_min") return limit("below_min", wrong.meta?.min, input);
  if (wrong?.code === "above_max") return limit("above_max", wrong.meta?.max, input);
  if (problem.errors?.some(({ code }) => code === "pair_unknown")) return { kind: "pair_unknown" };
  return refusalIssue(problem, lang);
}

export function refusalIssue(problem: FormRefusal, lang: Lang): CalculatorProblem {
  return { kind: "refused", sentence: translator(lang)(`problems:${problem.code}`), status: problem.status };
}

/** A limit of the pair takes precedence over the reserve, which may change sooner. */
function warningIssue(quote: Quote, input: CalculatorInput, reserve: string): CalculatorProblem | null {
  const below = quote.warnings.find(({ code }) => code === "below_min");
  if (below) return limit("below_min", below.min, input);
  const above = quote.warnings.find(({ code }) => code === "above_max");
  if (above) return limit("above_max", above.max, input);
  return quote.reserve_ok
    ? null
    : { kind: "reserve_low", offers: [{ side: "to", amount: reserve }], payout: quote.to.amount };
}

function limit(kind: "below_min" | "above_max", amount: string | undefined, input: CalculatorInput): CalculatorProblem {
  return { kind, offers: amount ? [{ side: input.side, amount }] : [] };
}

function promoIssueOf(quote: Quote): string | null {
  const warning = quote.warnings.find(({ code }) => code === "promo_invalid");
  return warning ? (warning.reason ?? "unknown") : null;
}

import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { calculate, refusalIssue } from "./calculate.server.ts";
import type { CalculatorData } from "./calculation.ts";
import { type LoadedMarket, loadMarket, marketOf } from "./market.server.ts";
import { type Fields, readInput } from "./state/calculator-input.ts";

export type CalculatorState =
  | { status: "open"; data: CalculatorData }
  /** Nothing is sold on this page. */
  | { status: "closed" }
  /** `posted`: the input of a failed submit, for a retry. */
  | { status: "unavailable"; httpStatus: number; posted: [name: string, value: string][] };

/** The calculator of a page from the fields of an address: market, input and price. */
export async function calculatorFor(args: RouteArgs, page: ExchangePage, fields: Fields): Promise<CalculatorState> {
  return calculatorOf(await loadMarket(args), args, page, fields);
}

/** The same, with a market that is already loaded. */
export async function calculatorOf(
  whole: LoadedMarket,
  args: RouteArgs,
  page: ExchangePage,
  fields: Fields,
): Promise<CalculatorState> {
  if (whole.status === "unknown") return { status: "unavailable", httpStatus: whole.problem.status, posted: [] };
  const lang = langOf(args.request);
  const market = marketOf(whole.reply, page);
  const input = readInput(fields, market, lang);
  if (!input) return { status: "closed" };
  if (whole.status === "remembered") {
    const issue = refusalIssue(whole.problem, lang);
    return { status: "open", data: { page, market, input, quote: null, issue, promoIssue: null } };
  }
  return { status: "open", data: { page, market, ...(await calculate(args, market, input, lang)) } };
}

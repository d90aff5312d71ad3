import type { ExchangePage } from "../../../contract/market/pairs.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { calculate, refusedTrouble } from "./calculate.server.ts";
import type { CalculatorData } from "./calculation.ts";
import { marketOf, type WholeMarket, wholeMarket } from "./market.server.ts";
import { type Fields, givenIn } from "./state/calculator-input.ts";

export type CalculatorState =
  | { status: "open"; data: CalculatorData }
  /** Nothing is sold on this page. */
  | { status: "closed" }
  /** `posted` is what a form sent that nothing came of, ready to be sent again. */
  | { status: "unavailable"; httpStatus: number; posted: [name: string, value: string][] };

/** The calculator of a page from the fields of an address: market, input and price. */
export async function calculatorFor(args: RouteArgs, page: ExchangePage, fields: Fields): Promise<CalculatorState> {
  return calculatorIn(await wholeMarket(args), args, page, fields);
}

/** The same, with a market that is already loaded. */
export async function calculatorIn(
  whole: WholeMarket,
  args: RouteArgs,
  page: ExchangePage,
  fields: Fields,
): Promise<CalculatorState> {
  if (whole.status === "unknown") return { status: "unavailable", httpStatus: whole.problem.status, posted: [] };
  const lang = langOf(args.request);
  const market = marketOf(whole.reply, page);
  const given = givenIn(fields, market, lang);
  if (!given) return { status: "closed" };
  if (whole.status === "remembered") {
    const trouble = refusedTrouble(whole.problem, lang);
    return { status: "open", data: { page, market, given, quote: null, trouble, promoTrouble: null } };
  }
  return { status: "open", data: { page, market, ...(await calculate(args, market, given, lang)) } };
}

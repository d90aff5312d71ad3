import type { ExchangePage } from "../../../contract/pairs.ts";
import { langOf } from "../../i18n/lang.server.ts";
import { calculate } from "./calculate.server.ts";
import type { CalculatorData } from "./calculation.ts";
import { type Fields, givenIn } from "./given.ts";
import { marketOf, type PairsReply, wholeMarket } from "./market.server.ts";

export type CalculatorState =
  | { status: "open"; data: CalculatorData }
  /** Nothing is sold on this page. */
  | { status: "closed" }
  | { status: "unavailable" };

/** The calculator of a page for the fields of an address: market, what is given, and its price. */
export async function calculatorFor(request: Request, page: ExchangePage, fields: Fields): Promise<CalculatorState> {
  const reply = await wholeMarket(request);
  return reply ? calculatorIn(reply, request, page, fields) : { status: "unavailable" };
}

/** The same, in a market that has already been asked for. */
export async function calculatorIn(
  reply: PairsReply,
  request: Request,
  page: ExchangePage,
  fields: Fields,
): Promise<CalculatorState> {
  const lang = langOf(request);
  const market = marketOf(reply, page);
  const given = givenIn(fields, market, lang);
  if (!given) return { status: "closed" };
  return { status: "open", data: { page, market, ...(await calculate(request, market, given, lang)) } };
}

import type { Pair } from "../../../contract/market/pairs.ts";
import { type CalculatorState, calculatorIn } from "../../components/calculator/calculator.server.ts";
import { wholeMarket } from "../../components/calculator/market.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { RouteArgs } from "../../http/request-facts.ts";

/** `isOld`: the service does not answer, and this is what it said at `at`. */
export type RatesOfHome = { pairs: Pair[]; assets: Assets; at: string; isOld: boolean } | null;

/** The calculator and the table of the home page, from one answer of the service. */
export async function homeMarket(args: RouteArgs): Promise<{ state: CalculatorState; rates: RatesOfHome }> {
  const whole = await wholeMarket(args);
  const fields = new URL(args.request.url).searchParams;
  const state = await calculatorIn(whole, args, "usdt-to-paypal", fields);
  if (whole.status === "unknown") return { state, rates: null };
  const { reply } = whole;
  return {
    state,
    rates: {
      pairs: reply.data.pairs.filter((pair) => pair.status !== "hidden"),
      assets: Object.fromEntries(reply.data.assets.map((asset) => [asset.id, asset])),
      at: reply.meta.generated_at,
      isOld: whole.status === "remembered",
    },
  };
}

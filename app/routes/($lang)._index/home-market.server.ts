import type { Pair } from "../../../contract/market/pairs.ts";
import { type CalculatorState, calculatorOf } from "../../components/calculator/calculator.server.ts";
import { loadMarket } from "../../components/calculator/market.server.ts";
import type { Assets } from "../../components/summary/assets.ts";
import type { RouteArgs } from "../../http/request/request-facts.ts";

/**
 * `pairs`: those shown, of `total`. `source`: of the market rate, as the service names it. `isOld`: the service does not
 * answer, and this is its last reply, from `at`.
 */
export type RatesOfHome = {
  pairs: Pair[];
  total: number;
  assets: Assets;
  at: string;
  source: string;
  isOld: boolean;
} | null;

/** The table shows the first pairs unless the query asks for all. */
const rowsAtFirst = 6;

/** The calculator and the table of the home page, from one reply of the service. */
export async function homeMarket(args: RouteArgs): Promise<{ state: CalculatorState; rates: RatesOfHome }> {
  const whole = await loadMarket(args);
  const fields = new URL(args.request.url).searchParams;
  const state = await calculatorOf(whole, args, "usdt-to-paypal", fields);
  if (whole.status === "unknown") return { state, rates: null };
  const { reply } = whole;
  const pairs = reply.data.pairs.filter((pair) => pair.status !== "hidden");
  return {
    state,
    rates: {
      pairs: fields.get("pairs") === "all" ? pairs : firstOfEach(pairs).slice(0, rowsAtFirst),
      total: pairs.length,
      assets: Object.fromEntries(reply.data.assets.map((asset) => [asset.id, asset])),
      at: reply.meta.generated_at,
      source: reply.meta.reference_source,
      isOld: whole.status === "remembered",
    },
  };
}

/** One pair per currency that can be sent first, then the others. */
function firstOfEach(pairs: readonly Pair[]): Pair[] {
  const isFirst = (pair: Pair) => pairs.find(({ from }) => from === pair.from) === pair;
  return [...pairs.filter(isFirst), ...pairs.filter((pair) => !isFirst(pair))];
}

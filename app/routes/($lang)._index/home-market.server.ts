import type { Pair } from "../../../contract/pairs.ts";
import { type CalculatorState, calculatorIn } from "../../components/calculator/calculator.server.ts";
import { wholeMarket } from "../../components/calculator/market.server.ts";
import type { Assets } from "../../components/summary/assets.ts";

export type RatesOfHome = { pairs: Pair[]; assets: Assets; at: string } | null;

/** The calculator and the table of the home page, from one answer of the service. */
export async function homeMarket(request: Request): Promise<{ state: CalculatorState; rates: RatesOfHome }> {
  const reply = await wholeMarket(request);
  if (!reply) return { state: { status: "unavailable" }, rates: null };
  const fields = new URL(request.url).searchParams;
  return {
    state: await calculatorIn(reply, request, "usdt-to-paypal", fields),
    rates: {
      pairs: reply.data.pairs.filter((pair) => pair.status !== "hidden"),
      assets: Object.fromEntries(reply.data.assets.map((asset) => [asset.id, asset])),
      at: reply.meta.generated_at,
    },
  };
}

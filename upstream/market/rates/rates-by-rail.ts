import type { Orm } from "../../db/database.ts";
import { pair } from "../../db/schema/market.ts";
import type { Rails } from "../../ports/rail.ts";
import type { RateSource } from "../../ports/rates.ts";
import { sandboxRates } from "./sandbox.ts";
import { tableRates } from "./table.ts";

/**
 * Simulated prices for pairs of simulated money, the operator's table for all others. A pair of one side each has no rate:
 * nobody pays real money for simulated money.
 */
export function ratesByRail(
  orm: Orm,
  rails: Pick<Rails, "isSimulated" | "hasSimulated" | "hasReal">,
  maxAgeSeconds: number,
): RateSource {
  const table = tableRates(orm, maxAgeSeconds);
  if (!rails.hasSimulated) return table;
  const simulated = sandboxRates(orm);
  if (!rails.hasReal) return simulated;
  let sources: ReadonlyMap<string, RateSource> = new Map();
  const refreshSides = async () => {
    const rows = await orm.select({ id: pair.id, from: pair.from, to: pair.to }).from(pair);
    sources = new Map(
      rows.flatMap(({ id, from, to }) => {
        const isSimulated = rails.isSimulated(from);
        return isSimulated === rails.isSimulated(to) ? [[id, isSimulated ? simulated : table] as const] : [];
      }),
    );
  };
  return {
    name: "sandbox",
    current: (pairId, now) => sources.get(pairId)?.current(pairId, now),
    async refresh() {
      await Promise.all([refreshSides(), simulated.refresh(), table.refresh()]);
    },
  };
}

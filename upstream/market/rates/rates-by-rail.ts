import type { Orm } from "../../db/database.ts";
import { pair } from "../../db/schema/market.ts";
import type { Rails } from "../../ports/rail.ts";
import type { RateSource } from "../../ports/rates.ts";
import type { UpstreamEnv } from "../../settings/env.ts";
import { feedsOf } from "../feeds/listed-feeds.ts";
import { marketPrices, type UnapprovedOverrides } from "../prices/market-prices.ts";
import { sandboxRates } from "./sandbox.ts";
import { tableRates } from "./table.ts";

/**
 * Simulated prices for pairs of simulated money; for all others the market's or the operators' table, by the setting. A pair of
 * one side each has no rate: nobody pays real money for simulated money.
 */
export function ratesByRail(
  orm: Orm,
  rails: Pick<Rails, "isSimulated" | "hasSimulated" | "hasReal">,
  env: Pick<UpstreamEnv, "RATES" | "RATE_FEEDS">,
  maxAgeSeconds: number,
  unapprovedOverrides: UnapprovedOverrides,
): RateSource {
  const table = tableRates(orm, maxAgeSeconds);
  const real = env.RATES === "market" ? marketPrices(orm, feedsOf(env), table, unapprovedOverrides) : table;
  if (!rails.hasSimulated) return real;
  const simulated = sandboxRates(orm);
  if (!rails.hasReal) return simulated;
  let sources: ReadonlyMap<string, RateSource> = new Map();
  const refreshSides = async () => {
    const rows = await orm.select({ id: pair.id, from: pair.from, to: pair.to }).from(pair);
    sources = new Map(
      rows.flatMap(({ id, from, to }) => {
        const isSimulated = rails.isSimulated(from);
        return isSimulated === rails.isSimulated(to) ? [[id, isSimulated ? simulated : real] as const] : [];
      }),
    );
  };
  return {
    // Visitors read where prices come from: a source of real prices beside the simulated ones has to be among them.
    name: env.RATES === "market" ? `${simulated.name}, ${real.name}` : simulated.name,
    current: (pairId, now) => sources.get(pairId)?.current(pairId, now),
    market: (pairId, now) => sources.get(pairId)?.market(pairId, now),
    waits: (pairId) => sources.get(pairId)?.waits(pairId) ?? false,
    async refresh() {
      await Promise.all([refreshSides(), simulated.refresh(), real.refresh()]);
    },
  };
}

import type { Orm } from "../../db/database.ts";
import type { RateSource, ReferenceRate, TableRate } from "../../ports/rates.ts";
import type { Feed } from "../feeds/feed.ts";
import { readTable } from "../rates/table.ts";
import type { PriceState } from "../rules/prices/next-price.ts";
import { formatRate } from "../rules/rate.ts";
import { isFed, readPairSymbols, readPriceStates } from "./stored-prices.ts";

/**
 * Market prices by the feeds, as they were accepted. An operators' rate with an end goes before until then; a pair that no feed
 * prices has the rate of the `table`. Asks no feed: what is stored is read with the market's snapshot.
 */
export function marketPrices(orm: Orm, feeds: readonly Feed[], table: RateSource): RateSource {
  let states: ReadonlyMap<string, PriceState> = new Map();
  let fed: ReadonlySet<string> = new Set();
  let overrides: ReadonlyMap<string, TableRate> = new Map();
  const market = (pairId: string, now: Date) => current(feeds, states.get(pairId), now);
  return {
    name: titlesOf(
      feeds,
      feeds.filter(({ ageSeconds }) => ageSeconds === null).map(({ name }) => name),
    ),
    current(pairId, now) {
      if (!fed.has(pairId)) return table.current(pairId, now);
      return overrideOf(overrides.get(pairId), now) ?? market(pairId, now);
    },
    market,
    async refresh() {
      const [pairs, nextStates, nextTable] = await Promise.all([
        readPairSymbols(orm),
        readPriceStates(orm),
        readTable(orm),
        table.refresh(),
      ]);
      fed = new Set(pairs.filter((pair) => isFed(feeds, pair)).map(({ id }) => id));
      states = nextStates;
      overrides = nextTable;
    },
  };
}

/** A rate that operators have set over the market's, up to its end. */
export function overrideOf(row: TableRate | undefined, now: Date): ReferenceRate | undefined {
  if (!row || row.until === null || row.until <= now) return undefined;
  return { rate: formatRate(row.rate), source: row.source, at: row.updatedAt };
}

function current(feeds: readonly Feed[], state: PriceState | undefined, now: Date): ReferenceRate | undefined {
  if (!state?.rate || !state.acceptedAt || !state.until || state.pause !== null || state.until < now) return undefined;
  return { rate: formatRate(state.rate), source: titlesOf(feeds, state.sources), at: state.acceptedAt };
}

const titlesOf = (feeds: readonly Feed[], names: readonly string[]) =>
  names.map((name) => feeds.find((feed) => feed.name === name)?.title ?? name).join(", ");

import type { Orm } from "../../db/database.ts";
import type { RateSource, ReferenceRate, TableRate } from "../../ports/rates.ts";
import type { Feed } from "../feeds/feed.ts";
import type { TableSource } from "../rates/table.ts";
import type { PriceState } from "../rules/prices/next-price.ts";
import { formatRate } from "../rules/rate.ts";
import { isFed, readPairSymbols, readPriceStates } from "./stored-prices.ts";

/**
 * Market prices by the feeds, as they were accepted. An operators' rate with an end goes before until then, where it does not wait for a
 * second person; a pair that no feed prices has the rate of the `table`. Asks no feed: what is stored is read with the market's snapshot.
 */
export function marketPrices(
  orm: Orm,
  feeds: readonly Feed[],
  table: TableSource,
  unapprovedOverrides: UnapprovedOverrides,
): RateSource {
  const tickers = feeds.filter(({ ageSeconds }) => ageSeconds === null).map(({ name }) => name);
  let accepted: ReadonlyMap<string, Ending> = new Map();
  let fed: ReadonlySet<string> = new Set();
  let overrides: ReadonlyMap<string, TableRate> = new Map();
  let unapproved: ReadonlySet<string> = new Set();
  const market = (pairId: string, now: Date) => upTo(accepted.get(pairId), now);
  return {
    name: titlesOf(feeds, tickers),
    current(pairId, now) {
      if (!fed.has(pairId)) return table.current(pairId, now);
      return overrideOf(overrides.get(pairId), now) ?? market(pairId, now);
    },
    market,
    waits: (pairId) => unapproved.has(pairId),
    async refresh() {
      const [pairs, states] = await Promise.all([readPairSymbols(orm), readPriceStates(orm), table.refresh()]);
      const rows = new Map(pairs.map(({ id }) => [id, table.row(id)]));
      // After the rows, and in force together with them: no rate counts before it is seen that it waits.
      unapproved = await unapprovedOverrides();
      overrides = new Map([...rows].flatMap(([id, row]) => (row && !unapproved.has(id) ? [[id, row] as const] : [])));
      fed = new Set(pairs.filter((pair) => isFed(feeds, pair)).map(({ id }) => id));
      accepted = new Map(
        [...states].flatMap(([id, state]) => {
          const ending = acceptedPrice(feeds, state);
          return ending ? [[id, ending] as const] : [];
        }),
      );
    },
  };
}

/** Pairs whose override waits for a second person. */
export type UnapprovedOverrides = () => Promise<ReadonlySet<string>>;

/** A rate that counts up to a moment, made once when it is read: quotes ask for it thousands of times. */
type Ending = { reference: ReferenceRate; until: Date };

const upTo = (ending: Ending | undefined, now: Date) =>
  ending && ending.until.getTime() >= now.getTime() ? ending.reference : undefined;

/** The override of operators, until its end. */
export function overrideOf(row: TableRate | undefined, now: Date): ReferenceRate | undefined {
  if (!row || row.until === null || row.until <= now) return undefined;
  return { rate: formatRate(row.rate), source: row.source, at: row.updatedAt };
}

function acceptedPrice(feeds: readonly Feed[], state: PriceState): Ending | undefined {
  const { rate, acceptedAt, until, pause, sources } = state;
  if (!rate || !acceptedAt || !until || pause !== null) return undefined;
  return { reference: { rate: formatRate(rate), source: titlesOf(feeds, sources), at: acceptedAt }, until };
}

const titlesOf = (feeds: readonly Feed[], names: readonly string[]) =>
  names.map((name) => feeds.find((feed) => feed.name === name)?.title ?? name).join(", ");

import type { Orm } from "../db/database.ts";
import { asset, pair } from "../db/schema/market.ts";
import { publicReserves, shortfalls } from "../ledger/read.ts";
import type { RateSource } from "../rates/rate-source.ts";

/** An asset with what can be paid out of it now, and what is missing in it, minor units. */
export type MarketAsset = typeof asset.$inferSelect & { reserve: bigint; shortfall: bigint };
export type MarketPair = { row: typeof pair.$inferSelect; from: MarketAsset; to: MarketAsset };

/** What is on sale, as it stood at one moment. In the operator's order; hidden pairs too. */
export type MarketSnapshot = { assets: MarketAsset[]; pairs: ReadonlyMap<string, MarketPair> };

export type Market = {
  /** From memory while it is younger than a second; then read anew, once for all who ask. */
  snapshot(): Promise<MarketSnapshot>;
  /** Something was changed in this process: the next to ask gets what is there now. Rates are read again too. */
  changed(): void;
};

/** How old a snapshot may be when another process changes the market: PostgreSQL tells nobody. */
const maxAgeMs = 1000;
/** From this age on somebody reads it anew while the rest still get the old one, so that nobody waits under load. */
const renewAfterMs = 500;

/**
 * Assets, pairs and reserves for the calls that everybody makes all the time. `elapsedMs` is any clock that only goes
 * forward: the age of a copy is real time, whatever the sandbox's clock says.
 */
export function openMarket(orm: Orm, rates: RateSource, elapsedMs: () => number): Market {
  let held: { snapshot: MarketSnapshot; readAt: number } | undefined;
  let reading: { promise: Promise<MarketSnapshot>; startedAfter: number } | undefined;
  let changes = 0;

  const read = async (startedAfter: number): Promise<MarketSnapshot> => {
    const readAt = elapsedMs();
    await rates.refresh();
    const snapshot = await readMarket(orm);
    // What changed meanwhile may have been read too early: good for who asked before, not to be kept.
    if (startedAfter === changes) held = { snapshot, readAt };
    return snapshot;
  };
  const renew = (): Promise<MarketSnapshot> => {
    if (reading?.startedAfter === changes) return reading.promise;
    const mine = { promise: read(changes), startedAfter: changes };
    reading = mine;
    const done = () => {
      if (reading === mine) reading = undefined;
    };
    mine.promise.then(done, done);
    return mine.promise;
  };

  return {
    async snapshot() {
      const age = held ? elapsedMs() - held.readAt : Number.POSITIVE_INFINITY;
      if (!held || age > maxAgeMs) return renew();
      if (age > renewAfterMs) renew().catch(() => {});
      return held.snapshot;
    },
    changed() {
      changes += 1;
      held = undefined;
    },
  };
}

async function readMarket(orm: Orm): Promise<MarketSnapshot> {
  const assetRows = await orm.select().from(asset).orderBy(asset.sort, asset.id);
  const pairRows = await orm.select().from(pair).orderBy(pair.sort, pair.id);
  const reserves = await publicReserves(orm);
  const missing = await shortfalls(orm);
  const assets = assetRows.map((row) => ({
    ...row,
    reserve: reserves.get(row.id) ?? 0n,
    shortfall: missing.get(row.id) ?? 0n,
  }));
  const byId = new Map(assets.map((row) => [row.id, row]));
  const pairs = pairRows.flatMap((row) => {
    const from = byId.get(row.from);
    const to = byId.get(row.to);
    return from && to ? [[row.id, { row, from, to }] as const] : [];
  });
  return { assets, pairs: new Map(pairs) };
}

import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Orm, Tx } from "../../db/database.ts";
import { asset, pair } from "../../db/schema/market.ts";
import { feedPrice, marketPrice, priceLimit } from "../../db/schema/market-prices.ts";
import type { UpstreamEnv } from "../../settings/env.ts";
import type { Feed } from "../feeds/feed.ts";
import type { PriceLimits } from "../rules/prices/consensus.ts";
import { noPrice, type PriceState } from "../rules/prices/next-price.ts";
import { currencyOfValue, type FeedPrice } from "../rules/prices/pair-price.ts";
import { formatRate, parseRate } from "../rules/rate.ts";

type Reader = Pick<Orm, "select">;

/** A pair by the symbols of its assets, as feeds price it. */
export type PairSymbols = { id: string; from: string; to: string };

/** All pairs, and which of them both sides of simulated or of real money. */
export async function readPairSymbols(
  reader: Reader,
): Promise<(PairSymbols & { fromAsset: string; toAsset: string })[]> {
  const [from, to] = [alias(asset, "from_side"), alias(asset, "to_side")];
  return reader
    .select({ id: pair.id, from: from.symbol, to: to.symbol, fromAsset: pair.from, toAsset: pair.to })
    .from(pair)
    .innerJoin(from, eq(from.id, pair.from))
    .innerJoin(to, eq(to.id, pair.to))
    .orderBy(pair.sort);
}

/** Whether feeds price both symbols; where they do not, the operators' table does. */
export function isFed(feeds: readonly Feed[], { from, to }: Pick<PairSymbols, "from" | "to">): boolean {
  const hasSource = (symbol: string) =>
    symbol === currencyOfValue || feeds.some(({ markets }) => markets.some(({ base }) => base === symbol));
  return from !== to && hasSource(from) && hasSource(to);
}

/** The stored prices of the feeds that are asked now. */
export async function readFeedPrices(reader: Reader, feeds: readonly Feed[]): Promise<FeedPrice[]> {
  const names = feeds.map(({ name }) => name);
  const rows = await reader.select().from(feedPrice).where(inArray(feedPrice.feed, names));
  return rows.map((row) => ({ ...row, ageSeconds: feeds.find(({ name }) => name === row.feed)?.ageSeconds ?? null }));
}

/** Of each pair, the setting's where operators have set none. */
export async function readPriceLimits(
  reader: Reader,
  { PRICE_LIMITS: usual }: Pick<UpstreamEnv, "PRICE_LIMITS">,
): Promise<(pairId: string) => PriceLimits> {
  const rows = await reader.select().from(priceLimit);
  const byPair = new Map(rows.map((row) => [row.pairId, row]));
  return (pairId) => {
    const limitsOfPair = byPair.get(pairId);
    return {
      quorum: limitsOfPair?.quorum ?? usual.quorum,
      spreadBps: limitsOfPair?.spreadBps ?? Math.round(usual.spread * 100),
      ageSeconds: limitsOfPair?.ageSeconds ?? usual.age,
      jumpBps: limitsOfPair?.jumpBps ?? Math.round(usual.jump * 100),
      confirmSeconds: usual.confirm * 60,
    };
  };
}

export async function readPriceStates(reader: Reader): Promise<Map<string, PriceState>> {
  const rows = await reader.select().from(marketPrice);
  return new Map(
    rows.map(({ pairId, rate, acceptedAt, until, sources, pause, pausedAt, jumpRate, jumpSince }) => {
      const jump = jumpRate === null || jumpSince === null ? null : { rate: parseRate(jumpRate), since: jumpSince };
      const accepted = { rate: rate === null ? null : parseRate(rate), acceptedAt, until };
      return [pairId, { ...noPrice, ...accepted, sources, pause, pausedAt, jump }] as const;
    }),
  );
}

export async function writePriceStates(tx: Tx, states: ReadonlyMap<string, PriceState>): Promise<void> {
  if (states.size === 0) return;
  const rows = [...states].map(([pairId, { rate, acceptedAt, until, sources, pause, pausedAt, jump }]) => ({
    ...{ pairId, rate: rate && formatRate(rate), acceptedAt, until, sources: [...sources], pause, pausedAt },
    ...{ jumpRate: jump && formatRate(jump.rate), jumpSince: jump?.since ?? null },
  }));
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(marketPrice)
    .values(rows)
    .onConflictDoUpdate({
      target: marketPrice.pairId,
      set: {
        ...{ rate: excluded("rate"), acceptedAt: excluded("accepted_at"), until: excluded("until_at") },
        ...{ sources: excluded("sources"), pause: excluded("pause"), pausedAt: excluded("paused_at") },
        ...{ jumpRate: excluded("jump_rate"), jumpSince: excluded("jump_since") },
      },
    });
}

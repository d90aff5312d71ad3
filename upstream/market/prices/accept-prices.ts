import { sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import type { ReferenceRate, TableRate } from "../../ports/rates.ts";
import { feedsOf } from "../feeds/listed-feeds.ts";
import { readTable } from "../rates/table.ts";
import { nextPrice, noPrice, type PriceState } from "../rules/prices/next-price.ts";
import { pairPrice } from "../rules/prices/pair-price.ts";
import type { Rate } from "../rules/rate.ts";
import {
  isFed,
  readFeedPrices,
  readPairSymbols,
  readPriceLimits,
  readPriceStates,
  writePriceStates,
} from "./stored-prices.ts";

type PriceContext = Pick<Context, "clock" | "db" | "env" | "log" | "rails" | "rates">;

/**
 * Compares the stored prices of the feeds and decides the price of each pair of real money, or why it pauses. Two processes
 * decide one after the other, from the same prices, so the second changes nothing.
 */
export async function acceptPrices(ctx: PriceContext): Promise<void> {
  const now = ctx.clock.now();
  const changes = await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('market prices', 0))`);
    const before = await readPriceStates(tx);
    const after = await decided(tx, ctx, before, now);
    await writePriceStates(tx, after);
    return [...after].map(([pair, { pause }]) => ({ pair, pause, before: before.get(pair)?.pause ?? null }));
  });
  for (const { pair, pause, before } of changes) {
    if (pause !== null && pause !== before) ctx.log.error({ pair, why: pause }, "a pair pauses for its market price");
    if (pause === null && before !== null) ctx.log.info({ pair }, "a pair has a market price again");
  }
}

/** The states that differ from those before. */
async function decided(
  tx: Tx,
  { env, rails, rates }: PriceContext,
  before: ReadonlyMap<string, PriceState>,
  now: Date,
): Promise<Map<string, PriceState>> {
  const feeds = feedsOf(env);
  const prices = await readFeedPrices(tx, feeds);
  const limitsOf = await readPriceLimits(tx, env);
  const table = await readTable(tx);
  const after = new Map<string, PriceState>();
  for (const pair of await readPairSymbols(tx)) {
    if (rails.isSimulated(pair.fromAsset) || rails.isSimulated(pair.toAsset) || !isFed(feeds, pair)) continue;
    const state = before.get(pair.id) ?? noPrice;
    const limits = limitsOf(pair.id);
    const reference = jumpReference(state, table.get(pair.id), rates.current(pair.id, now));
    const next = nextPrice(state, pairPrice(pair, prices, limits, now), { reference, limits, now });
    if (!before.has(pair.id) || !isSame(state, next)) after.set(pair.id, next);
  }
  return after;
}

/**
 * What a jump is measured from: the last accepted price, or an override that was set after it and is what the pair is sold at
 * (`current`), by which operators have said what the price is. One that waits for a second person says nothing yet.
 */
function jumpReference(
  state: PriceState,
  override: TableRate | undefined,
  current: ReferenceRate | undefined,
): Rate | null {
  if (!override || override.until === null || current?.at.getTime() !== override.updatedAt.getTime()) return state.rate;
  return state.acceptedAt !== null && state.acceptedAt >= override.updatedAt ? state.rate : override.rate;
}

const isSame = (a: PriceState, b: PriceState) => textOf(a) === textOf(b);
const textOf = (state: PriceState) =>
  JSON.stringify(state, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

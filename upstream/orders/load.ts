import { eq, inArray } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Orm } from "../db/database.ts";
import { account } from "../db/schema/ledger.ts";
import { type order, outgoing, payment } from "../db/schema/orders.ts";
import { accounts } from "../domain/booking.ts";
import type { AssetFacts, OrderFacts, ReserveFacts } from "../domain/order-facts.ts";
import { orderEntries } from "../ledger/read.ts";
import { availableOf, postedOf } from "../ledger/state.ts";
import type { MarketSnapshot } from "./market.ts";
import { offerOf } from "./offer.ts";

export type OrderRow = typeof order.$inferSelect;
type Reader = Pick<Orm, "select">;

/**
 * All that a decision about this order may depend on. `named`: an asset that the event brings, known or not. Inside a transaction pass that as `reader`, and a snapshot
 * taken before it: reading the market there would wait for the transaction itself.
 */
export async function loadFacts(
  ctx: Pick<Context, "clock" | "policy" | "rails" | "rates">,
  reader: Reader,
  row: OrderRow,
  market: MarketSnapshot,
  named: string[] = [],
): Promise<OrderFacts> {
  const payments = await reader
    .select()
    .from(payment)
    .where(eq(payment.orderRef, row.ref))
    .orderBy(payment.seenAt, payment.id);
  const movements = await reader
    .select()
    .from(outgoing)
    .where(eq(outgoing.orderRef, row.ref))
    .orderBy(outgoing.createdAt, outgoing.attempt);
  const now = ctx.clock.now();
  const pair = market.pairs.get(row.pairId);
  if (!pair) throw new Error(`Order ${row.ref} is of a pair that is gone: ${row.pairId}`);
  const { status, priced } = offerOf(pair, ctx.rates, now);
  const known = [row.fromAsset, row.toAsset, ...payments.map(({ asset }) => asset)];
  const assets = assetFacts(ctx, market, [...known, ...named]);
  const rails = payments.map(({ rail, asset }) => accounts.rail(rail, asset));
  return {
    now,
    policy: ctx.policy,
    order: row,
    pair: {
      isActive: status === "active" || status === "reserve_low",
      minFrom: pair.row.minFrom,
      maxFrom: pair.row.maxFrom,
    },
    assets,
    payments,
    outgoing: movements,
    entries: await orderEntries(reader, row.ref),
    ...(await moneyFacts(reader, Object.values(assets), rails)),
    market: priced
      ? {
          rate: priced.terms.rate,
          referenceRate: priced.reference.rate,
          referenceSource: priced.reference.source,
        }
      : null,
  };
}

function assetFacts(ctx: Pick<Context, "rails">, market: MarketSnapshot, ids: string[]): Record<string, AssetFacts> {
  const wanted = new Set(ids);
  const rows = market.assets.filter(({ id }) => wanted.has(id));
  return Object.fromEntries(rows.map((row) => [row.id, { ...row, payoutRail: ctx.rails.payoutFor(row.id).id }]));
}

async function moneyFacts(
  reader: Reader,
  assets: AssetFacts[],
  rails: string[],
): Promise<Pick<OrderFacts, "reserves" | "cash">> {
  const lies = [...new Set([...assets.map(({ id, payoutRail }) => accounts.rail(payoutRail, id)), ...rails])];
  const ours = assets.flatMap(({ id }) => [accounts.reserve(id), accounts.shortfall(id)]);
  const rows = await reader
    .select()
    .from(account)
    .where(inArray(account.id, [...lies, ...ours]));
  const known = new Map(rows.map((row) => [row.id, row]));
  const read = (id: string, sum: typeof availableOf) => {
    const row = known.get(id);
    return row ? sum(row) : 0n;
  };
  const reserveOf = (id: string): ReserveFacts => ({
    available: read(accounts.reserve(id), availableOf),
    shortfall: read(accounts.shortfall(id), postedOf),
  });
  return {
    reserves: Object.fromEntries(assets.map(({ id }) => [id, reserveOf(id)])),
    cash: Object.fromEntries(lies.map((id) => [id, read(id, availableOf)])),
  };
}

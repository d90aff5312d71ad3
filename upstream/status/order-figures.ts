import { and, countDistinct, eq, gte, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { ServiceStatus } from "../../contract/market/service-status.ts";
import { holdReasons } from "../../contract/order/order-states.ts";
import type { Context } from "../context.ts";
import type { Orm } from "../db/database.ts";
import { orderEvent } from "../db/schema/orders.ts";
import { outgoing } from "../db/schema/outgoing.ts";
import { holdRules } from "../domain/holds.ts";
import { payoutDurations } from "../orders/quotes/payout-durations.ts";
import { lastDays, startOfDay } from "./days.ts";

export type OrderFigures = Pick<ServiceStatus, "payouts" | "holds" | "refunds">;

const keptMs = 600_000;
const counted = new WeakMap<Context["db"], Map<number, { atMs: number; figures: Promise<OrderFigures> }>>();

/** Counted at most every ten minutes in a process: the queries read all orders of the period. */
export function orderFigures(ctx: Context, days: number, now: Date): Promise<OrderFigures> {
  const known = counted.get(ctx.db) ?? new Map();
  counted.set(ctx.db, known);
  const last = known.get(days);
  if (last && now.getTime() - last.atMs < keptMs) return last.figures;
  const figures = count(ctx, startOfDay(lastDays(days, now)[0] ?? ""));
  known.set(days, { atMs: now.getTime(), figures });
  // A failed query is not kept.
  figures.catch(() => known.delete(days));
  return figures;
}

/** All null below the least number of orders, so that no figure tells about one of them. */
async function count({ db, policy }: Pick<Context, "db" | "policy">, since: Date): Promise<OrderFigures> {
  const times = await payoutTimes(db.orm, since);
  const total = times.find(({ pair, day }) => pair === null && day === null);
  if (!total || total.orders < policy.statisticsMinOrders) return { payouts: null, holds: null, refunds: null };
  const large = times.filter(({ orders }) => orders >= policy.statisticsMinPartOrders);
  const { pair: _, day: __, ...all } = total;
  return {
    payouts: {
      ...all,
      pairs: large.flatMap(({ pair, day: _, ...rest }) => (pair === null ? [] : [{ pair, ...rest }])),
      by_day: large.flatMap(({ day, pair: _, ...rest }) => (day === null ? [] : [{ day, ...rest }])),
    },
    holds: await endedHolds(db.orm, since),
    refunds: await refundedOrders(db.orm, since),
  };
}

/** For all orders (both null), for each pair, the largest first, and for each day, the oldest first. */
async function payoutTimes(orm: Orm, since: Date) {
  const durations = payoutDurations(orm, since);
  const { pairId: pair, day, seconds } = durations;
  const percentile = (share: number) =>
    sql<number>`round(percentile_cont(${sql.raw(String(share))}) within group (order by ${seconds}))::int`;
  return orm
    .select({
      pair: sql<string | null>`${pair}`,
      day: sql<string | null>`${day}`,
      orders: sql<number>`count(*)::int`.as("orders"),
      median_seconds: percentile(0.5),
      p95_seconds: percentile(0.95),
    })
    .from(durations)
    .groupBy(sql`grouping sets ((), (${pair}), (${day}))`)
    .orderBy(sql`${day} nulls first, "orders" desc, ${pair}`);
}

/** Hold reasons where the order resumes at the deadline without a decision. */
const delays = holdReasons.filter((reason) => holdRules[reason].default === "resume");

/** The deadline of a hold passed that needed a decision. */
const isOverdue = (event: Record<"event" | "fromHoldReason", PgColumn>) =>
  and(eq(event.event, "hold_ended"), or(isNull(event.fromHoldReason), notInArray(event.fromHoldReason, delays)));

/** Holds that a decision ended before their deadline, of all that a decision or a deadline's rule ended. */
async function endedHolds(orm: Orm, since: Date) {
  const timeout = alias(orderEvent, "timeout");
  const hasEnded = and(eq(orderEvent.fromStatus, "on_hold"), ne(orderEvent.toStatus, "on_hold"));
  const isDecided = or(ne(orderEvent.event, "hold_ended"), isOverdue(orderEvent));
  const hasRunOut = sql`exists (
    select from ${orderEvent} as timeout
    where timeout.order_ref = ${orderEvent.orderRef} and ${isOverdue(timeout)}
      and timeout.from_status = 'on_hold' and timeout.version <= ${orderEvent.version}
      and timeout.version > (
        select max(entry.version) from ${orderEvent} as entry
        where entry.order_ref = ${orderEvent.orderRef} and entry.to_status = 'on_hold'
          and entry.from_status is distinct from 'on_hold' and entry.version < ${orderEvent.version}))`;
  const [row] = await orm
    .select({
      ended: sql<number>`count(*)::int`,
      in_time: sql<number>`(count(*) filter (where not ${hasRunOut}))::int`,
    })
    .from(orderEvent)
    .where(and(hasEnded, isDecided, gte(orderEvent.at, since)));
  return row ?? { ended: 0, in_time: 0 };
}

async function refundedOrders(orm: Orm, since: Date) {
  const [row] = await orm
    .select({ orders: countDistinct(outgoing.orderRef) })
    .from(outgoing)
    .where(and(eq(outgoing.kind, "refund"), eq(outgoing.status, "sent"), gte(outgoing.settledAt, since)));
  return row ?? { orders: 0 };
}

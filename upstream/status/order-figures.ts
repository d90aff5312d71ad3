import { gte, sql } from "drizzle-orm";
import type { ServiceStatus } from "../../contract/market/service-status.ts";
import type { Orm } from "../db/database.ts";
import { orderDay, payoutDay } from "../db/schema/order-figures.ts";
import type { Context } from "../ports/context.ts";
import { lastDays } from "./days.ts";
import { LastGood } from "./last-good.ts";
import { quantileSeconds, type TimedOrders } from "./payout-quantile.ts";

export type OrderFigures = Pick<ServiceStatus, "payouts" | "few_orders" | "holds" | "refunds">;
type FiguresContext = Pick<Context, "db" | "log" | "policy">;

const figuresOf = new WeakMap<Context["db"], Map<number, LastGood<OrderFigures>>>();

/** Of the last so many days, today included; ten minutes old at most, unless they could not be renewed. */
export function orderFigures(ctx: FiguresContext, days: number, now: Date): Promise<OrderFigures> {
  const byDays = figuresOf.get(ctx.db) ?? new Map<number, LastGood<OrderFigures>>();
  figuresOf.set(ctx.db, byDays);
  const figures = byDays.get(days) ?? new LastGood<OrderFigures>();
  byDays.set(days, figures);
  return figures.read(() => readFigures(ctx, lastDays(days, now)[0] ?? ""), { now, log: ctx.log });
}

/** All null below the least number of orders, so that no figure tells about one of them. */
async function readFigures({ db, policy }: FiguresContext, since: string): Promise<OrderFigures> {
  const rows = await payoutTimes(db.orm, since);
  const total = timesOf(rows.filter(({ pair, day }) => pair === null && day === null));
  const needed = policy.statisticsMinOrders;
  if (total.orders < needed) {
    return { payouts: null, few_orders: { orders: total.orders, needed }, holds: null, refunds: null };
  }
  const isLarge = ({ orders }: { orders: number }) => orders >= policy.statisticsMinPartOrders;
  const byDay = timesBy(rows, "day").filter(isLarge);
  const byPair = timesBy(rows, "pair").filter(isLarge);
  return {
    payouts: {
      ...total,
      pairs: byPair.sort((a, b) => b.orders - a.orders || (a.pair < b.pair ? -1 : 1)),
      by_day: byDay.sort((a, b) => (a.day < b.day ? -1 : 1)),
    },
    few_orders: null,
    ...(await outcomes(db.orm, since)),
  };
}

type PayoutTimesRow = TimedOrders & { pair: string | null; day: string | null };

/** By bucket, for all orders (pair and day are null), for each pair, and for each day. */
async function payoutTimes(orm: Orm, since: string): Promise<PayoutTimesRow[]> {
  const { day, pairId: pair, bucket } = payoutDay;
  return orm
    .select({
      pair: sql<string | null>`${pair}`,
      day: sql<string | null>`${day}::text`,
      bucket,
      orders: sql<number>`sum(${payoutDay.orders})::int`,
      milliseconds: sql<number>`sum(${payoutDay.milliseconds})::float8`,
    })
    .from(payoutDay)
    .where(gte(day, since))
    .groupBy(sql`grouping sets ((${bucket}), (${pair}, ${bucket}), (${day}, ${bucket}))`)
    .having(sql`sum(${payoutDay.orders}) > 0`);
}

function timesOf(rows: readonly TimedOrders[]) {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    median_seconds: quantileSeconds(rows, 0.5),
    p95_seconds: quantileSeconds(rows, 0.95),
  };
}

function timesBy<Name extends "pair" | "day">(rows: readonly PayoutTimesRow[], name: Name) {
  const groups = new Map<string, TimedOrders[]>();
  for (const row of rows) {
    const key = row[name];
    if (key === null) continue;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, groupRows]) => ({
    ...timesOf(groupRows),
    ...({ [name]: key } as Record<Name, string>),
  }));
}

async function outcomes(orm: Orm, since: string): Promise<Pick<OrderFigures, "holds" | "refunds">> {
  const sum = (column: (typeof orderDay)["refunds" | "holdsEnded" | "holdsInTime"]) =>
    sql<number>`coalesce(sum(${column}), 0)::int`;
  const [row] = await orm
    .select({ ended: sum(orderDay.holdsEnded), inTime: sum(orderDay.holdsInTime), refunds: sum(orderDay.refunds) })
    .from(orderDay)
    .where(gte(orderDay.day, since));
  return {
    holds: { ended: row?.ended ?? 0, in_time: row?.inTime ?? 0 },
    refunds: { orders: row?.refunds ?? 0 },
  };
}

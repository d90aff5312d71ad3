import { sql } from "drizzle-orm";
import type { PayoutTimes } from "../../../contract/market/payout-times.ts";
import type { Context } from "../../context.ts";
import { payoutDurations } from "./payout-durations.ts";

const countedDays = 90;
const daySeconds = 86_400;
const keptSeconds = 600;

type Counted = { at: number; times: Promise<PayoutTimes | null> };
const counted = new WeakMap<Context["db"], Counted>();

/** Counted at most every ten minutes in a process: the query reads all orders of the period. */
export function payoutTimes(ctx: Context, now: Date): Promise<PayoutTimes | null> {
  const last = counted.get(ctx.db);
  if (last && now.getTime() - last.at < keptSeconds * 1000) return last.times;
  const times = count(ctx, now);
  counted.set(ctx.db, { at: now.getTime(), times });
  // A failed query is not kept.
  times.catch(() => counted.delete(ctx.db));
  return times;
}

async function count({ db, policy }: Pick<Context, "db" | "policy">, now: Date): Promise<PayoutTimes | null> {
  const durations = payoutDurations(db.orm, new Date(now.getTime() - countedDays * daySeconds * 1000));
  const [row] = await db.orm
    .select({
      orders: sql<number>`count(*)::int`,
      median: sql<number | null>`round(percentile_cont(0.5) within group (order by ${durations.seconds}))::int`,
    })
    .from(durations);
  if (!row || row.median === null || row.orders < policy.statisticsMinOrders) return null;
  return { days: countedDays, orders: row.orders, median_seconds: row.median };
}

import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { ServiceStatus } from "../../contract/market/service-status.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { reserveHistory } from "../db/schema/status.ts";
import { publicFigure } from "../market/rules/public-figure.ts";
import type { Context } from "../ports/context.ts";
import { dayMs, hourMs, lastDays, startOf, startOfDay } from "./days.ts";

const keptMs = 400 * dayMs;
const shownDays = 30;

/** Records what could be paid out of each asset, once an hour; again, or by another process, it changes nothing. */
export async function recordReserves({ clock, db, market }: Pick<Context, "clock" | "db" | "market">): Promise<void> {
  const now = clock.now();
  const hour = startOf(now, hourMs);
  const [recordedReserve] = await db.orm.select().from(reserveHistory).where(eq(reserveHistory.hour, hour)).limit(1);
  if (recordedReserve) return;
  const { assets } = await market.snapshot();
  const rows = assets.map(({ id, reserve }) => ({ assetId: id, hour, amount: reserve }));
  if (rows.length > 0) await db.orm.insert(reserveHistory).values(rows).onConflictDoNothing();
  await db.orm.delete(reserveHistory).where(lt(reserveHistory.hour, new Date(now.getTime() - keptMs)));
}

/** The public reserve of each asset that is paid out: now, and the lowest of each recorded day. */
export async function reservesByDay(
  { db, market }: Pick<Context, "db" | "market">,
  now: Date,
): Promise<ServiceStatus["reserves"]> {
  const { assets: all, pairs } = await market.snapshot();
  const sold = [...pairs.values()].filter(({ row }) => row.status !== "hidden").map(({ row }) => row.to);
  const assets = all.filter(({ id }) => sold.includes(id));
  const days = lastDays(shownDays, now);
  const day = sql<string>`to_char(${reserveHistory.hour} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db.orm
    .selectDistinctOn([reserveHistory.assetId, day], {
      asset: reserveHistory.assetId,
      day: day.as("day"),
      hour: reserveHistory.hour,
      amount: reserveHistory.amount,
    })
    .from(reserveHistory)
    .where(
      and(
        gte(reserveHistory.hour, startOfDay(days[0] ?? "")),
        inArray(
          reserveHistory.assetId,
          assets.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(reserveHistory.assetId, day, reserveHistory.amount, reserveHistory.hour);
  return assets.map(({ id, reserve, decimals }) => {
    const figure = (minor: bigint) => formatDecimal(publicFigure(minor), decimals);
    const rowsOfAsset = rows.filter((row) => row.asset === id);
    const lowest = rowsOfAsset.reduce<(typeof rowsOfAsset)[number] | null>(
      (least, row) => (least === null || row.amount < least.amount ? row : least),
      null,
    );
    return {
      asset: id,
      now: figure(reserve),
      lowest: lowest && figure(lowest.amount),
      lowest_at: lowest?.hour.toISOString() ?? null,
      days: rowsOfAsset.map(({ day: of, amount }) => ({ day: of, lowest: figure(amount) })),
    };
  });
}

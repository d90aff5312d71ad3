import { and, asc, eq, gt, lt, min, sql } from "drizzle-orm";
import type { HistoryPeriod } from "../../../contract/market/history-periods.ts";
import type { RateHistory } from "../../../contract/market/rate-history.ts";
import { rateHistory } from "../../db/schema/market.ts";
import type { Context } from "../../ports/context.ts";
import { pricePair } from "./priced-pair.ts";
import { effectiveRateOf } from "./shown-market.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A little more than the longest chart shows. */
const keptMs = 400 * dayMs;

/** The length of a period, and the distance of its points. */
const periods: Readonly<Record<HistoryPeriod, { lengthMs: number; stepMs: number }>> = {
  day: { lengthMs: dayMs, stepMs: hourMs },
  week: { lengthMs: 7 * dayMs, stepMs: 3 * hourMs },
  month: { lengthMs: 30 * dayMs, stepMs: dayMs / 2 },
  year: { lengthMs: 365 * dayMs, stepMs: 7 * dayMs },
};

/** Records the current rates of all visible pairs, once an hour; again, or by another process, it changes nothing. */
export async function recordRates({ clock, db, market, rates }: Pick<Context, "clock" | "db" | "market" | "rates">) {
  const now = clock.now();
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const [recordedRate] = await db.orm.select().from(rateHistory).where(eq(rateHistory.hour, hour)).limit(1);
  if (recordedRate) return;
  const { pairs } = await market.snapshot();
  const rows = [...pairs.values()]
    .map((pair) => pricePair(pair, rates, now))
    .flatMap(({ pair: { row }, status, priced }) => {
      if (status === "hidden" || !priced) return [];
      const referenceRate = priced.reference.rate;
      return [{ pairId: row.id, hour, effectiveRate: effectiveRateOf(priced), referenceRate }];
    });
  if (rows.length > 0) await db.orm.insert(rateHistory).values(rows).onConflictDoNothing();
  await db.orm.delete(rateHistory).where(lt(rateHistory.hour, new Date(now.getTime() - keptMs)));
}

/** The recorded rates of a pair. Each point is the first recorded hour of its step. */
export async function readRateHistory(
  { db }: Pick<Context, "db">,
  pairId: string,
  period: HistoryPeriod,
  now: Date,
): Promise<RateHistory> {
  const { lengthMs, stepMs } = periods[period];
  const { hour, effectiveRate, referenceRate } = rateHistory;
  // Not a parameter: distinct on and order by must be the same expression.
  const step = sql`floor(extract(epoch from ${hour}) / ${sql.raw(String(stepMs / 1000))})`;
  const rows = await db.orm
    .selectDistinctOn([step], {
      hour,
      effectiveRate,
      referenceRate,
      lowest: sql<string>`min(${effectiveRate}::numeric) over ()::text`,
      highest: sql<string>`max(${effectiveRate}::numeric) over ()::text`,
    })
    .from(rateHistory)
    .where(and(eq(rateHistory.pairId, pairId), gt(hour, new Date(now.getTime() - lengthMs))))
    .orderBy(step, asc(hour));
  const [first] = await db.orm
    .select({ since: min(hour) })
    .from(rateHistory)
    .where(eq(rateHistory.pairId, pairId));
  return {
    pair: pairId,
    period,
    since: first?.since?.toISOString() ?? null,
    points: rows.map((row) => ({
      at: row.hour.toISOString(),
      effective_rate: row.effectiveRate,
      reference_rate: row.referenceRate,
    })),
    lowest: rows[0]?.lowest ?? null,
    highest: rows[0]?.highest ?? null,
  };
}

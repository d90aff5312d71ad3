import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { earningsGroups } from "../../contract/affiliate/affiliate-history.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Context } from "../context.ts";
import { partnerDay } from "../db/schema/affiliates.ts";
import { daysBefore } from "../domain/affiliates/affiliate-policy.ts";
import { type Refusal, refuse, refuseFields } from "../domain/refusal.ts";
import { dayOf } from "./partner-days.ts";
import { rewardAsset } from "./show-terms.ts";

type Group = (typeof earningsGroups)[number];
type Span = { from: string; to: string };

const usualDays = 30;
const mostDays = 366;

/** Sums of a span of days by day, link or pair, from the daily sums. */
export async function readEarnings(
  ctx: Pick<Context, "db" | "env" | "market">,
  partnerId: string,
  { by, ...typed }: { by: Group; from: string | null; to: string | null },
  now: Date,
) {
  const span = readSpan(typed, now);
  if ("refused" in span) return span;
  const asset = await rewardAsset(ctx);
  if (!asset) return refuse("not_available");
  const key = { day: partnerDay.day, link: partnerDay.code, pair: partnerDay.pairId }[by];
  const rows = await ctx.db.orm
    .select({ key, ...sums })
    .from(partnerDay)
    .where(
      and(
        eq(partnerDay.partnerId, partnerId),
        eq(partnerDay.asset, asset.id),
        gte(partnerDay.day, span.from),
        lte(partnerDay.day, span.to),
        // Visits belong to no pair.
        by === "pair" ? sql`${partnerDay.pairId} <> ''` : undefined,
      ),
    )
    .groupBy(key)
    .orderBy(by === "day" ? key : desc(sql`sum(${partnerDay.waiting} + ${partnerDay.ready})`), key);
  const view = ({ waiting, ready, lost, ...counts }: Sums) => {
    const text = (minor: bigint) => formatDecimal(minor, asset.decimals);
    return { ...counts, waiting: text(waiting), ready: text(ready), lost: text(lost) };
  };
  const parsed = rows.map(({ key: name, ...row }) => ({ name, sums: parse(row) }));
  return {
    data: parsed.map(({ name, sums: found }) => ({ key: name, ...view(found) })),
    meta: { by, ...span, asset: asset.id, total: view(parsed.map(({ sums: found }) => found).reduce(add, nothing)) },
  };
}

const sums = {
  visits: sql<number>`sum(${partnerDay.visits})::int`,
  orders: sql<number>`sum(${partnerDay.orders})::int`,
  counted: sql<number>`sum(${partnerDay.counted})::int`,
  waiting: sql<string>`sum(${partnerDay.waiting})::text`,
  ready: sql<string>`sum(${partnerDay.ready})::text`,
  lost: sql<string>`sum(${partnerDay.lost})::text`,
};

type Sums = { visits: number; orders: number; counted: number; waiting: bigint; ready: bigint; lost: bigint };
const nothing: Sums = { visits: 0, orders: 0, counted: 0, waiting: 0n, ready: 0n, lost: 0n };

type Texts = Omit<Sums, "waiting" | "ready" | "lost"> & Record<"waiting" | "ready" | "lost", string>;
const parse = ({ waiting, ready, lost, ...counts }: Texts): Sums => {
  return { ...counts, waiting: BigInt(waiting), ready: BigInt(ready), lost: BigInt(lost) };
};

const add = (one: Sums, other: Sums): Sums => ({
  visits: one.visits + other.visits,
  orders: one.orders + other.orders,
  counted: one.counted + other.counted,
  waiting: one.waiting + other.waiting,
  ready: one.ready + other.ready,
  lost: one.lost + other.lost,
});

/** Days in UTC, both included. Refuses what is no day, an end before its start, and more than a year. */
function readSpan({ from, to }: { from: string | null; to: string | null }, now: Date): Span | Refusal {
  const last = to === null || to === "" ? dayOf(now) : to;
  if (!isDay(last)) return refuseFields({ pointer: "/to", code: "invalid" });
  const first = from === null || from === "" ? dayOf(daysBefore(new Date(last), usualDays - 1)) : from;
  if (!isDay(first) || first > last) return refuseFields({ pointer: "/from", code: "invalid" });
  if (first < dayOf(daysBefore(new Date(last), mostDays))) return refuseFields({ pointer: "/from", code: "invalid" });
  return { from: first, to: last };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && dayOf(at) === text;
}

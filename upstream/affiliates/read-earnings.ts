import { desc, eq, sql } from "drizzle-orm";
import type { earningsGroups } from "../../contract/affiliate/affiliate-history.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { type Refusal, refuse, refuseFields } from "../shared/rules/refusal.ts";
import { sumsByDay, sumsOf } from "./partner-sums.ts";
import { daysBefore } from "./rules/affiliate-policy.ts";
import { rewardAsset } from "./show-terms.ts";

type Group = (typeof earningsGroups)[number];
type Span = { from: string; to: string };

const usualDays = 30;
const mostDays = 366;

/** Sums of a span of days by day, month, link or pair. */
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
  const { orm } = ctx.db;
  const isTime = by === "day" || by === "month";
  const of = { partnerId, groupedBy: isTime ? "all" : by } as const;
  const sumRows = by === "day" ? sumsByDay(orm, of, span) : sumsOf(orm, of, span);
  const key = {
    day: sumRows.start,
    month: sql<string>`left(${sumRows.start}, 7)`,
    link: sumRows.key,
    pair: sumRows.key,
  }[by];
  const rows = await orm
    .select({ key, ...addedUp(sumRows) })
    .from(sumRows)
    .where(eq(sumRows.asset, asset.id))
    .groupBy(sql`1`)
    .orderBy(...(isTime ? [] : [desc(sql`sum(${sumRows.waiting} + ${sumRows.ready})`)]), sql`1`);
  const view = ({ waiting, ready, lost, ...counts }: Sums) => {
    const text = (minor: bigint) => formatDecimal(minor, asset.decimals);
    return { ...counts, waiting: text(waiting), ready: text(ready), lost: text(lost) };
  };
  const parsed = rows.map(({ key: name, ...row }) => ({ name, sums: parse(row) }));
  return {
    data: parsed.map(({ name, sums: earnings }) => ({ key: name, ...view(earnings) })),
    meta: {
      by,
      ...span,
      asset: asset.id,
      total: view(parsed.map(({ sums: earnings }) => earnings).reduce(add, nothing)),
    },
  };
}

const addedUp = (sumRows: ReturnType<typeof sumsOf>) => ({
  visits: sql<number>`sum(${sumRows.visits})::int`,
  signups: sql<number>`sum(${sumRows.signups})::int`,
  orders: sql<number>`sum(${sumRows.orders})::int`,
  counted: sql<number>`sum(${sumRows.counted})::int`,
  waiting: sql<string>`sum(${sumRows.waiting})::text`,
  ready: sql<string>`sum(${sumRows.ready})::text`,
  lost: sql<string>`sum(${sumRows.lost})::text`,
});

type Sums = {
  visits: number;
  signups: number;
  orders: number;
  counted: number;
  waiting: bigint;
  ready: bigint;
  lost: bigint;
};
const nothing: Sums = { visits: 0, signups: 0, orders: 0, counted: 0, waiting: 0n, ready: 0n, lost: 0n };

type Texts = Omit<Sums, "waiting" | "ready" | "lost"> & Record<"waiting" | "ready" | "lost", string>;
const parse = ({ waiting, ready, lost, ...counts }: Texts): Sums => {
  return { ...counts, waiting: BigInt(waiting), ready: BigInt(ready), lost: BigInt(lost) };
};

const add = (a: Sums, b: Sums): Sums => ({
  visits: a.visits + b.visits,
  signups: a.signups + b.signups,
  orders: a.orders + b.orders,
  counted: a.counted + b.counted,
  waiting: a.waiting + b.waiting,
  ready: a.ready + b.ready,
  lost: a.lost + b.lost,
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

import { and, between, eq, gt, gte, lt, lte, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Orm } from "../db/database.ts";
import { partnerSum } from "../db/schema/partner-sums.ts";

type Of = { partnerId: string; groupedBy: (typeof partnerSum.$inferSelect)["groupedBy"] };
type Days = { from: string; to: string };

/**
 * The rows of sums that make up a span of days, both included: those of its whole months, and of the days before and after
 * them. So a year is some forty rows for each link or pair. Each part is a range of the index: as one condition with `or`
 * the database would read all of the partner's days.
 */
export function sumsOf(reader: Pick<Orm, "select">, of: Of, { from, to }: Days) {
  const { span, start } = partnerSum;
  const [first, last] = [from.endsWith("-01") ? monthOf(from) : monthAfter(from, 1), lastWholeMonth(to)];
  const rows = (unit: "day" | "month", ...bounds: SQL[]) => rowsOf(reader, of, [eq(span, unit), ...bounds]);
  const [before, after] = first > last ? [lte(start, to), gt(start, to)] : [lt(start, `${first}-01`), afterMonth(last)];
  return unionAll(
    rows("day", gte(start, from), before),
    rows("month", between(start, first, last)),
    rows("day", after, lte(start, to)),
  ).as("sums");
}

/** The rows of each day. */
export function sumsByDay(reader: Pick<Orm, "select">, of: Of, { from, to }: Days) {
  return rowsOf(reader, of, [eq(partnerSum.span, "day"), between(partnerSum.start, from, to)]).as("sums");
}

function rowsOf(reader: Pick<Orm, "select">, { partnerId, groupedBy }: Of, bounds: SQL[]) {
  const { start, key, asset, visits, signups, orders, counted, turnoverCents, waiting, ready, lost } = partnerSum;
  return reader
    .select({ start, key, asset, visits, signups, orders, counted, turnoverCents, waiting, ready, lost })
    .from(partnerSum)
    .where(and(eq(partnerSum.partnerId, partnerId), eq(partnerSum.groupedBy, groupedBy), ...bounds));
}

const afterMonth = (month: string) => gt(partnerSum.start, `${month}-31`);

const monthOf = (day: string) => day.slice(0, 7);

function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7);
}

function lastWholeMonth(to: string): string {
  const next = new Date(Date.parse(to) + 86_400_000).toISOString();
  return next.slice(8, 10) === "01" ? monthOf(to) : monthAfter(to, -1);
}

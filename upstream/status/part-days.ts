import { gte, max, min } from "drizzle-orm";
import { type PartState, serviceParts } from "../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../contract/market/service-status.ts";
import { partDay } from "../db/schema/status.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { currentMs, dayMs, hourMs, lastDays, minuteMs, startOfDay } from "./days.ts";
import { hoursADay } from "./part-minutes.ts";

type Row = typeof partDay.$inferSelect;

/** Of so many days, today included, every hour is told. */
const hourlyDays = 3;
/** A shorter fault leaves a day as it was: a restart takes a minute or two. */
const noticedMinutes = 5;
/** From so many minutes on a day counts as one on which the part stood still. */
const stoppedMinutes = 16;

/** Each part on each of the last days, from the minutes measured. */
export async function partsByDay(
  { db }: Pick<Context, "db">,
  count: number,
  now: Date,
): Promise<ServiceStatus["parts"]> {
  const days = lastDays(count, now);
  // With the day before the first, which tells whether the first was measured from midnight.
  const from = dayOf(new Date(startOfDay(days[0] ?? "").getTime() - dayMs));
  const rows = await db.orm.select().from(partDay).where(gte(partDay.day, from));
  const measured = new Map(rows.map((row) => [`${row.part} ${row.day}`, row]));
  const hoursFrom = dayOf(new Date(now.getTime() - (hourlyDays - 1) * dayMs));
  const isWithHours = (day: string) => day >= hoursFrom;
  return serviceParts.flatMap((part) => {
    const rowOf = (day: string) => measured.get(`${part} ${day}`);
    if (!days.some(rowOf)) return [];
    const dayRows = days.map((day) => {
      const row = rowOf(day);
      const span = row && spanOf(row, rowOf(next(day, -1)), rowOf(next(day, 1)));
      return { day, ...minutesOf(row, span), hours: row && span && isWithHours(day) ? hoursOf(row, span) : null };
    });
    const last = rowOf(days.at(-1) ?? "");
    return [
      {
        part,
        state: last && now.getTime() - last.lastMinute.getTime() < currentMs ? last.state : null,
        percent: percentOf(dayRows),
        days: dayRows.map(({ day, measured: minutes, partly, stopped, hours }) => ({
          day,
          state: minutes === 0 ? "unknown" : stateOf(partly, stopped),
          measured_minutes: minutes,
          partly_minutes: partly,
          stopped_minutes: stopped,
          hours,
        })),
      },
    ];
  });
}

/** When any part was measured first and last. */
export async function measuredSpan({
  db,
}: Pick<Context, "db">): Promise<Pick<ServiceStatus, "first_measured_at" | "checked_at">> {
  const [span] = await db.orm.select({ first: min(partDay.firstMinute), last: max(partDay.lastMinute) }).from(partDay);
  return { first_measured_at: span?.first?.toISOString() ?? null, checked_at: span?.last?.toISOString() ?? null };
}

type Minutes = { measured: number; partly: number; stopped: number };

type Span = { start: number; end: number };

/** Between two days with measurements nothing is unknown: what nobody measured there stood still. */
function spanOf(row: Row, before: Row | undefined, after: Row | undefined): Span {
  const midnight = startOfDay(row.day).getTime();
  const start = before ? midnight : row.firstMinute.getTime();
  return { start, end: after ? midnight + dayMs : row.lastMinute.getTime() + minuteMs };
}

function minutesOf(row: Row | undefined, span: Span | undefined): Minutes {
  if (!row || !span) return { measured: 0, partly: 0, stopped: 0 };
  return minutesWithin(span, row);
}

function minutesWithin({ start, end }: Span, { working, partly }: Pick<Row, "working" | "partly">): Minutes {
  const measured = Math.max(0, Math.round((end - start) / minuteMs));
  return { measured, partly, stopped: Math.max(0, measured - working - partly) };
}

/** Hours of a day that an earlier version began are unknown where they have no minute: it did not write them down. */
function hoursOf(row: Row, { start, end }: Span): string[] {
  const midnight = startOfDay(row.day).getTime();
  const [working, partly] = [row.workingByHour ?? [], row.partlyByHour ?? []];
  const isComplete = sumOf(working) === row.working && sumOf(partly) === row.partly;
  return Array.from({ length: hoursADay }, (_, hour) => {
    const from = midnight + hour * hourMs;
    const counts = { working: working[hour] ?? 0, partly: partly[hour] ?? 0 };
    const span = { start: Math.max(start, from), end: Math.min(end, from + hourMs) };
    const minutes = minutesWithin(span, counts);
    const isWritten = isComplete || counts.working + counts.partly > 0;
    return isWritten && minutes.measured > 0 ? stateOf(minutes.partly, minutes.stopped) : "unknown";
  });
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function stateOf(partly: number, stopped: number): PartState {
  if (stopped >= stoppedMinutes) return "stopped";
  return partly + stopped >= noticedMinutes ? "partly" : "works";
}

/** Rounded down: 100 only if nothing failed. */
function percentOf(days: readonly Minutes[]): string | null {
  const sum = (of: (day: Minutes) => number) => days.reduce((total, day) => total + of(day), 0);
  const measured = sum((day) => day.measured);
  if (measured === 0) return null;
  const failed = sum(({ partly, stopped }) => partly + stopped);
  return (Math.floor(((measured - failed) * 10_000) / measured) / 100).toFixed(2);
}

const next = (day: string, days: number) => dayOf(new Date(startOfDay(day).getTime() + days * dayMs));

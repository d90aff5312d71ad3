import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { PartState } from "../../contract/market/service-parts.ts";
import { partDay } from "../db/schema/status.ts";
import { hourMs, minuteMs, startOf, startOfDay } from "./days.ts";

type Row = typeof partDay.$inferSelect;
type Minutes = Pick<Row, "working" | "partly" | "workingByHour" | "partlyByHour">;
export const hoursADay = 24;

/** Minutes of one state, from `start` until before `end` of the same day, as `part_day` counts them: in all and by hour. */
export function countedMinutes(state: PartState, day: string, { start, end }: { start: Date; end: Date }): Minutes {
  const midnight = startOfDay(day).getTime();
  const byHour = Array.from({ length: hoursADay }, (_, hour) => {
    const from = Math.max(midnight + hour * hourMs, start.getTime());
    const until = Math.min(midnight + (hour + 1) * hourMs, end.getTime());
    return Math.max(0, Math.round((until - from) / minuteMs));
  });
  const none = byHour.map(() => 0);
  const minutes = byHour.reduce((sum, count) => sum + count, 0);
  return {
    working: state === "works" ? minutes : 0,
    partly: state === "partly" ? minutes : 0,
    workingByHour: state === "works" ? byHour : none,
    partlyByHour: state === "partly" ? byHour : none,
  };
}

/** The minute that is measured at a time. */
export function measuredMinute(state: PartState, day: string, at: Date): Minutes {
  const start = startOf(at, minuteMs);
  return countedMinutes(state, day, { start, end: new Date(start.getTime() + minuteMs) });
}

const zeros = sql.raw(`array[${Array(hoursADay).fill("0").join(", ")}]`);
const addedByHour = (column: PgColumn) => sql`(select array_agg(before + more order by hour)
    from unnest(coalesce(${column}, ${zeros}), excluded.${sql.identifier(column.name)}) with ordinality as hours (before, more, hour))`;

/** What is written of a day that has a row, with the minutes of the one that was to be inserted. */
export const addedMinutes: Record<keyof Minutes | "lastMinute", SQL> = {
  lastMinute: sql`excluded.last_minute`,
  working: sql`${partDay.working} + excluded.working`,
  partly: sql`${partDay.partly} + excluded.partly`,
  workingByHour: addedByHour(partDay.workingByHour),
  partlyByHour: addedByHour(partDay.partlyByHour),
};

import type { Company } from "../../../contract/company/company.ts";

export type OpeningHours = Company["support"];
type Interval = { from: Date; to: Date };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** The opening time of today or of a later day that has not ended at `now`; `open` if it has begun. */
export function openingAt(hours: OpeningHours, now: Date): Interval & { open: boolean } {
  // A week and a day: some day of the week is open.
  for (const interval of intervalsFrom(hours, now, 8)) return { ...interval, open: interval.from <= now };
  throw new Error("Support is never open");
}

/** `minutes` of opening hours after `start`. */
export function afterOpenMinutes(hours: OpeningHours, start: Date, minutes: number): Date {
  let leftMs = minutes * minuteMs;
  const days = Math.ceil(minutes / 60) * 7 + 8;
  for (const { from, to } of intervalsFrom(hours, start, days)) {
    const begin = Math.max(from.getTime(), start.getTime());
    if (to.getTime() - begin >= leftMs) return new Date(begin + leftMs);
    leftMs -= to.getTime() - begin;
  }
  return new Date(start.getTime() + days * dayMs);
}

/** Minutes of opening hours between two times. */
export function openMinutesBetween(hours: OpeningHours, start: Date, end: Date): number {
  const days = Math.max(0, Math.ceil((end.getTime() - start.getTime()) / dayMs)) + 1;
  const parts = intervalsFrom(hours, start, days).map(({ from, to }) =>
    Math.max(0, Math.min(to.getTime(), end.getTime()) - Math.max(from.getTime(), start.getTime())),
  );
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / minuteMs);
}

/** Opening times that end after `now`, for so many days. Hours past midnight belong to the day they begin on. */
function intervalsFrom(hours: OpeningHours, now: Date, days: number): Interval[] {
  const intervals: Interval[] = [];
  let date = dayAfter(localTime(now, hours.timeZone).slice(0, 10), -1);
  for (let count = -1; count <= days; count += 1, date = dayAfter(date, 1)) {
    const isOpen = hours.days.some((day) => day === weekdays[new Date(`${date}T00:00Z`).getUTCDay()]);
    const from = zoned(date, hours.from, hours.timeZone);
    const lastDate = hours.to > hours.from ? date : dayAfter(date, 1);
    const to = zoned(lastDate, hours.to, hours.timeZone);
    if (isOpen && to > now) intervals.push({ from, to });
  }
  return intervals;
}

/** `2026-11-23` and `1` to `2026-11-24`. */
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The moment of a local time. In the hour that summer time skips, the time after it. */
function zoned(date: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}Z`);
  let at = wanted;
  // The second pass corrects an offset that was read on the other side of a change of the clocks.
  for (let pass = 0; pass < 2; pass += 1) at += wanted - Date.parse(`${localTime(new Date(at), timeZone)}Z`);
  return new Date(at);
}

/** `2026-11-23T08:00:00` in the time zone. */
function localTime(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(at).replace(" ", "T");
}

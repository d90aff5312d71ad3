import type { Company } from "./company.ts";

type Hours = Pick<Company, "support" | "ordersProcessed">;

/** Whether the company processes orders at `now`. Hours that end before they begin last until the next morning. */
export function processesOrders({ support, ordersProcessed }: Hours, now: Date): boolean {
  if (ordersProcessed === "always") return true;
  const { days, from, to, timeZone } = support;
  const { day, yesterday, time } = localTime(now, timeZone);
  const isDay = (name: string) => days.some((dayName) => dayName === name);
  if (from < to) return isDay(day) && time >= from && time < to;
  return (isDay(day) && time >= from) || (isDay(yesterday) && time < to);
}

const week = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Weekday and `HH:MM` where the company works. */
function localTime(now: Date, timeZone: string): { day: string; yesterday: string; time: string } {
  const format = { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const parts = new Intl.DateTimeFormat("en", format).formatToParts(now);
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === name)?.value ?? "";
  const day = part("weekday").toLowerCase();
  const yesterday = week[(week.indexOf(day) + 6) % 7] ?? "";
  return { day, yesterday, time: `${part("hour")}:${part("minute")}` };
}

import { dayOf } from "../../shared/rules/day-of.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The beginning of an hour, at which prices are recorded. */
export const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / hourMs) * hourMs);

/** When a day (UTC) begins and when the next one does; null for text that is no day of the calendar. */
export function spanOfDay(day: string): { from: Date; until: Date } | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const from = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(from.getTime()) || dayOf(from) !== day) return null;
  return { from, until: new Date(from.getTime() + dayMs) };
}

/** How books are summed: by day, month or year, in UTC. */
export const periods = ["day", "month", "year"] as const;
export type Period = (typeof periods)[number];

/** The name of a period as `to_char` of PostgreSQL writes it. */
export const periodFormats: Readonly<Record<Period, string>> = { day: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" };

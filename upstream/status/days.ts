import { dayOf } from "../shared/rules/day-of.ts";
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** An older measurement says nothing about now. */
export const currentMs = 5 * minuteMs;

/** The last so many days in UTC, oldest first, ending with today. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(new Date(now.getTime() - (count - 1 - index) * dayMs)));
}

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
export const startOf = (at: Date, lengthMs: number): Date => new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);

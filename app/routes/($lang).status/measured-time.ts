import { statusPeriods } from "../../../contract/market/service-parts.ts";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";

type Part = ServiceStatus["parts"][number];
type Period = (typeof statusPeriods)[number];

const dayMs = 86_400_000;
const firstPeriod = statusPeriods[0];
/** Of fewer days a percentage would claim more than they know. */
export const percentFromDays = 30;

/** Whole and begun days since the first measurement, today included; 0 before it. */
export function measuredDays({ first_measured_at: first, generated_at: now }: ServiceStatus): number {
  return first === null ? 0 : 1 + (Date.parse(now.slice(0, 10)) - Date.parse(first.slice(0, 10))) / dayMs;
}

/** The periods that differ from each other: those that are shorter than what was measured, and the first that has all of it. */
export function periodsOf(status: ServiceStatus): Period[] {
  const age = measuredDays(status);
  return statusPeriods.filter((_, index) => age > (statusPeriods[index - 1] ?? 0));
}

/** The days of a part from the first measured one on; in the first week the days to come follow, empty. */
export function daysSinceStart(part: Part, status: ServiceStatus): { day: string; state: string }[] {
  const first = status.first_measured_at?.slice(0, 10) ?? "";
  const days = part.days.filter(({ day }) => day >= first);
  const toCome = days.length > 0 ? Math.max(0, firstPeriod - measuredDays(status)) : 0;
  const last = Date.parse(days.at(-1)?.day ?? status.generated_at);
  const empty = Array.from({ length: toCome }, (_, index) => ({
    day: new Date(last + (index + 1) * dayMs).toISOString().slice(0, 10),
    state: "unknown",
  }));
  return [...days, ...empty];
}

/**
 * The days that are drawn by hour while the exchange is in its first week: at most three, the last is today. Empty later, and where the
 * service tells no hours.
 */
export function hourlyDays(status: ServiceStatus): string[] {
  const { first_measured_at: first, parts } = status;
  if (first === null || measuredDays(status) > firstPeriod) return [];
  const days = parts.flatMap((part) => part.days.filter(({ day, hours }) => hours && day >= first.slice(0, 10)));
  return [...new Set(days.map(({ day }) => day))].sort();
}

/** The state of each hour of a part on these days. */
export function hoursOf(part: Part, days: readonly string[]): string[][] {
  const byDay = new Map(part.days.map(({ day, hours }) => [day, hours]));
  return days.map((day) => byDay.get(day) ?? unmeasuredHours);
}

const unmeasuredHours: string[] = Array(24).fill("unknown");

/** The days that are drawn as not working throughout. A few minutes, as at a restart, are no fault; the share of minutes counts them. */
export const faultyDays = ({ days }: Part) => days.filter(({ state }) => state !== "works" && state !== "unknown");

/** Days and minutes of a part that were measured, and those of them without a fault. */
export function faultless({ days }: Part) {
  const measured = days.filter(({ state }) => state !== "unknown");
  const sum = (of: (day: (typeof measured)[number]) => number) => measured.reduce((total, day) => total + of(day), 0);
  const minutes = sum((day) => day.measured_minutes);
  const faults = sum(({ partly_minutes, stopped_minutes }) => partly_minutes + stopped_minutes);
  return {
    days: measured.length,
    goodDays: measured.filter(({ state }) => state === "works").length,
    minutes,
    goodMinutes: Math.max(0, minutes - faults),
  };
}

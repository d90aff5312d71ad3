import { expect, test } from "vitest";
import type { ServiceStatus } from "../../../contract/market/service-status.ts";
import {
  daysSinceStart,
  faultless,
  faultyDays,
  hourlyDays,
  hoursOf,
  measuredDays,
  periodsOf,
} from "./measured-time.ts";

const day = (of: string, state = "works", partly = 0, stopped = 0) => ({
  day: of,
  state,
  measured_minutes: state === "unknown" ? 0 : 1440,
  partly_minutes: partly,
  stopped_minutes: stopped,
});
const part = (...days: ReturnType<typeof day>[]) => ({ part: "orders", state: "works", percent: "100.00", days });
const statusAt = (first: string | null, now: string): ServiceStatus => ({
  days: 90,
  generated_at: `${now}T10:20:00.000Z`,
  state: "works",
  first_measured_at: first && `${first}T08:00:00.000Z`,
  checked_at: null,
  parts: [],
  payouts: null,
  few_orders: { orders: 0, needed: 50 },
  holds: null,
  refunds: null,
  reserves: [],
  incidents: [],
});

test("a period is offered once more was measured than the shorter one has", () => {
  expect(periodsOf(statusAt(null, "2026-11-25"))).toEqual([]);
  expect(periodsOf(statusAt("2026-11-23", "2026-11-25"))).toEqual([7]);
  expect(periodsOf(statusAt("2026-11-23", "2026-11-29"))).toEqual([7]);
  expect(periodsOf(statusAt("2026-11-23", "2026-11-30"))).toEqual([7, 30]);
  expect(periodsOf(statusAt("2026-01-01", "2026-11-30"))).toEqual([7, 30, 90]);
});

test("nothing is shown of the days before the first measured one, and the first week ends with days to come", () => {
  const days = [day("2026-11-22", "unknown"), day("2026-11-23"), day("2026-11-24", "partly", 6), day("2026-11-25")];
  const status = statusAt("2026-11-23", "2026-11-25");
  expect(measuredDays(status)).toBe(3);
  const states = daysSinceStart(part(...days), status).map(({ day: of, state }) => `${of} ${state}`);
  expect(states).toEqual([
    "2026-11-23 works",
    "2026-11-24 partly",
    "2026-11-25 works",
    ...["26", "27", "28", "29"].map((date) => `2026-11-${date} unknown`),
  ]);
});

test("after the first week the row ends with today", () => {
  const days = [day("2026-11-29"), day("2026-11-30")];
  expect(daysSinceStart(part(...days), statusAt("2026-11-23", "2026-11-30"))).toHaveLength(2);
});

test("a short fault leaves the day good and is missing from the minutes", () => {
  const days = [day("2026-11-22", "unknown"), day("2026-11-23", "works", 1, 2), day("2026-11-24", "stopped", 0, 60)];
  expect(faultless(part(...days))).toEqual({ days: 2, goodDays: 1, minutes: 2880, goodMinutes: 2817 });
  // The days that are listed are those that are not good.
  expect(faultyDays(part(...days)).map(({ day: of }) => of)).toEqual(["2026-11-24"]);
});

test("the first week is drawn by hour as far as the service tells hours, and later by day", () => {
  const hours = Array(24).fill("works");
  const days = [day("2026-11-22", "unknown"), { ...day("2026-11-23"), hours: null }, { ...day("2026-11-24"), hours }];
  const orders = { ...part(), days };
  const status = { ...statusAt("2026-11-23", "2026-11-24"), parts: [orders] };
  expect(hourlyDays(status)).toEqual(["2026-11-24"]);
  expect(hourlyDays({ ...status, generated_at: "2026-11-30T10:20:00.000Z" })).toEqual([]);
  expect(hourlyDays({ ...status, parts: [part(day("2026-11-24"))] })).toEqual([]);
  expect(hoursOf(orders, ["2026-11-23", "2026-11-24"])).toEqual([Array(24).fill("unknown"), hours]);
});

import { expect, test } from "vitest";
import { timeTaken } from "./time-taken.ts";

const at = (status: string, time: string) => ({
  status,
  at: `2026-11-22T${time}.000Z`,
  by: "system" as const,
  note: null,
});
const taken = (end: string) => timeTaken({ timeline: [at("awaiting_payment", "10:20:00"), at("completed", end)] });

test("the time taken is in whole minutes, and in hours above two", () => {
  expect(taken("10:31:10")).toBe(11 * 60);
  expect(taken("10:20:20")).toBe(0);
  expect(taken("12:20:00")).toBe(120 * 60);
  expect(taken("14:40:00")).toBe(4 * 3600);
});

test("the time of an order whose first payout came back is that of the first payout", () => {
  const timeline = [at("awaiting_payment", "10:20:00"), at("completed", "10:25:00"), at("completed", "13:00:00")];
  expect(timeTaken({ timeline })).toBe(5 * 60);
});

test("an order that was not completed has none", () => {
  expect(timeTaken({ timeline: [at("awaiting_payment", "10:20:00")] })).toBeNull();
});

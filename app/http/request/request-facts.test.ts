import { describe, expect, test } from "vitest";
import { timeLeftMs } from "./request-facts.ts";

const facts = { receivedMs: 1000, answering: false };

describe("the time budget of a page", () => {
  test("counts from the request's arrival, for all calls together", () => {
    expect([1000, 2000, 3400].map((now) => timeLeftMs(facts, now, 2500))).toEqual([2500, 1500, 100]);
  });

  test("ends before the visitor's three seconds", () => {
    expect(timeLeftMs(facts, 3500, 2500)).toBeLessThanOrEqual(0);
  });

  test("is per poll once streaming has begun", () => {
    expect(timeLeftMs({ ...facts, answering: true }, 60_000, 2500)).toBe(2500);
  });
});

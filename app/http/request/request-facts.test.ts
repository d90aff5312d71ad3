import { describe, expect, test } from "vitest";
import { timeLeftMs } from "./request-facts.ts";

const facts = { receivedMs: 1000, answering: false };

describe("the time that the service has for a page", () => {
  test("is counted from the page's arrival, for all its calls together", () => {
    expect([1000, 2000, 3400].map((now) => timeLeftMs(facts, now))).toEqual([2500, 1500, 100]);
  });

  test("runs out before the three seconds that a visitor waits", () => {
    expect(timeLeftMs(facts, 3500)).toBeLessThanOrEqual(0);
  });

  test("is each look's own once the answer has begun, as a stream's has", () => {
    expect(timeLeftMs({ ...facts, answering: true }, 60_000)).toBe(2500);
  });
});

import { describe, expect, test } from "vitest";
import { type Breaker, createBreaker } from "./breaker.ts";

const failures = 5;
const pauseMs = 2000;

function afterFailures(count: number, nowMs = 0): Breaker {
  const breaker = createBreaker({ failures, pauseMs });
  for (let failed = 0; failed < count; failed += 1) breaker.failed(nowMs);
  return breaker;
}

describe("the breaker", () => {
  test("opens at the fifth failure in a row, not before", () => {
    expect(afterFailures(4).admits(1)).toBe(true);
    expect(afterFailures(5).admits(1)).toBe(false);
  });

  test("forgets failures at the first answer", () => {
    const breaker = afterFailures(4);
    breaker.answered();
    for (let failed = 0; failed < 4; failed += 1) breaker.failed(1);
    expect(breaker.admits(2)).toBe(true);
  });

  test("lets one call in a pause through, and closes when that is answered", () => {
    const breaker = afterFailures(5);
    expect(breaker.admits(1999)).toBe(false);
    expect([2000, 2001, 3999].map((now) => breaker.admits(now))).toEqual([true, false, false]);
    breaker.answered();
    expect([4000, 4000, 4000].map((now) => breaker.admits(now))).toEqual([true, true, true]);
  });

  test("waits another pause after a trial that failed", () => {
    const breaker = afterFailures(5);
    expect(breaker.admits(2000)).toBe(true);
    breaker.failed(4500);
    expect([6499, 6500].map((now) => breaker.admits(now))).toEqual([false, true]);
  });

  test("tries again when nobody tells how a trial went", () => {
    const breaker = afterFailures(5);
    expect([2000, 3000, 4000].map((now) => breaker.admits(now))).toEqual([true, false, true]);
  });

  test("is closed at most ten seconds after a service that hung is back", () => {
    const breaker = afterFailures(5);
    // The last trial before the service came back was sent just before, and runs into its time-out of 2.5 s.
    expect(breaker.admits(2000)).toBe(true);
    const backMs = 2001;
    breaker.failed(4500);
    const closedMs = [...Array(10_000).keys()].map((ms) => backMs + ms).find((now) => breaker.admits(now));
    expect((closedMs ?? Number.NaN) - backMs).toBeLessThan(10_000);
  });
});

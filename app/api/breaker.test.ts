import { describe, expect, test } from "vitest";
import { type Breaker, createBreaker } from "./breaker.ts";

const failures = 5;
const pauseMs = 2000;

function afterFailures(count: number, nowMs = 0): Breaker {
  const breaker = createBreaker({ failures, pauseMs });
  for (let failed = 0; failed < count; failed += 1) breaker.failed(nowMs);
  return breaker;
}

describe("circuit breaker", () => {
  test("opens at the fifth consecutive failure", () => {
    expect(afterFailures(4).admits(1)).toBe(true);
    expect(afterFailures(5).admits(1)).toBe(false);
  });

  test("resets the failure count after a valid response", () => {
    const breaker = afterFailures(4);
    breaker.answered();
    for (let failed = 0; failed < 4; failed += 1) breaker.failed(1);
    expect(breaker.admits(2)).toBe(true);
  });

  test("lets one trial call through per pause, and closes when it succeeds", () => {
    const breaker = afterFailures(5);
    expect(breaker.admits(1999)).toBe(false);
    expect([2000, 2001, 3999].map((now) => breaker.admits(now))).toEqual([true, false, false]);
    breaker.answered();
    expect([4000, 4000, 4000].map((now) => breaker.admits(now))).toEqual([true, true, true]);
  });

  test("waits another pause after a failed trial", () => {
    const breaker = afterFailures(5);
    expect(breaker.admits(2000)).toBe(true);
    breaker.failed(4500);
    expect([6499, 6500].map((now) => breaker.admits(now))).toEqual([false, true]);
  });

  test("sends another trial when the outcome of one is never reported", () => {
    const breaker = afterFailures(5);
    expect([2000, 3000, 4000].map((now) => breaker.admits(now))).toEqual([true, false, true]);
  });

  test("closes within ten seconds after a hanging service recovers", () => {
    const breaker = afterFailures(5);
    // The last trial before the service recovered was sent just before it, and times out after 2.5 s.
    expect(breaker.admits(2000)).toBe(true);
    const backMs = 2001;
    breaker.failed(4500);
    const closedMs = [...Array(10_000).keys()].map((ms) => backMs + ms).find((now) => breaker.admits(now));
    expect((closedMs ?? Number.NaN) - backMs).toBeLessThan(10_000);
  });
});

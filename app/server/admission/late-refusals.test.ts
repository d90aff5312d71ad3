import { describe, expect, test } from "vitest";
import { lateRefusals } from "./late-refusals.ts";

function refusals() {
  let nowMs = 0;
  const waiting: (() => void)[] = [];
  const late = lateRefusals(
    () => nowMs,
    () => new Promise<void>((resolve) => waiting.push(resolve)),
  );
  const isLate = (network: string) => late(network) !== undefined;
  return {
    isLate,
    /** Refusals of many networks, some of each; how many of them wait. */
    flood: (networks: number, perNetwork: number) =>
      Array.from({ length: networks * perNetwork }, (_, at) => isLate(`flood ${at % networks}`)).filter(Boolean).length,
    pass: async (ms: number) => {
      nowMs += ms;
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise(setImmediate);
    },
  };
}

describe("a refusal", () => {
  test("is sent at once at a low rate, however often one network is refused", () => {
    expect(refusals().flood(1, 900)).toBe(0);
  });

  test("is delayed at a high rate, only to networks that do not heed Retry-After", async () => {
    const { isLate, flood, pass } = refusals();
    flood(200, 6);
    expect(isLate("flood 7")).toBe(true);
    expect(isLate("visitor")).toBe(false);
    await pass(1000);
    expect(isLate("flood 7"), "the rate of the last second counts").toBe(true);
    expect([1, 2, 3].map(() => isLate("visitor"))).toEqual([false, false, true]);
  });

  test("is sent at once when the rate is low again, and to a network that sent nothing for two seconds", async () => {
    const { isLate, flood, pass } = refusals();
    flood(200, 6);
    await pass(2000);
    expect(isLate("flood 7")).toBe(false);
    flood(200, 6);
    await pass(1500);
    flood(1, 1);
    expect(isLate("flood 150"), "refused in the last period").toBe(true);
    await pass(2000);
    flood(100, 12);
    expect(isLate("flood 150")).toBe(false);
  });

  test("is delayed for at most 500 requests at the same time", async () => {
    const { flood, pass } = refusals();
    expect(flood(400, 10)).toBe(500);
    await pass(1000);
    expect(flood(400, 10), "after those have been sent").toBe(500);
  });
});

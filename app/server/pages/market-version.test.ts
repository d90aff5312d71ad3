import { expect, test, vi } from "vitest";
import type { MarketState } from "../../api/market-state.server.ts";
import { marketVersion } from "./market-version.ts";

const oldState: MarketState = { market: "1", maintenance: "null" };
const newState: MarketState = { market: "2", maintenance: "null" };

test("an answer is valid for a second, and refreshed once shortly before that", async () => {
  const ask = vi.fn(async () => oldState);
  const version = marketVersion(ask);
  expect(version.current(0)).toBeUndefined();
  await Promise.all([version.check(0), version.check(0)]);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(version.current(400)).toBe(oldState);
  expect(ask).toHaveBeenCalledTimes(1);
  expect([version.current(900), version.current(901)]).toEqual([oldState, oldState]);
  expect(ask).toHaveBeenCalledTimes(2);
  await expect.poll(() => version.current(1800)).toBe(oldState);
  expect(version.current(5000)).toBeUndefined();
});

test("an answer requested before a change is discarded", async () => {
  const answers: ((state: MarketState) => void)[] = [];
  const version = marketVersion(() => new Promise((resolve) => void answers.push(resolve)));
  const early = version.check(0);
  version.changed(1);
  const late = version.check(2);
  answers[1]?.(newState);
  answers[0]?.(oldState);
  expect([await early, await late]).toEqual([oldState, newState]);
  expect(version.current(3)).toBe(newState);
});

test("a failed request is not repeated for a second", async () => {
  const ask = vi.fn(async (): Promise<MarketState | null> => null);
  const version = marketVersion(ask);
  expect(await version.check(0)).toBeNull();
  ask.mockRejectedValue(new Error("away"));
  expect(await version.check(500)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await version.check(1500)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(2);
});

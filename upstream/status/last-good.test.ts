import { expect, test, vi } from "vitest";
import { LastGood } from "./last-good.ts";

const log = { warn: vi.fn() };
const at = (seconds: number) => ({ now: new Date(seconds * 1000), log });

test("a value is kept for ten minutes and then computed again", async () => {
  const figures = new LastGood<number>();
  expect(await figures.read(async () => 1, at(0))).toBe(1);
  expect(await figures.read(async () => 2, at(599))).toBe(1);
  expect(await figures.read(async () => 2, at(600))).toBe(2);
});

test("readers get the last value while one computation runs", async () => {
  const figures = new LastGood<number>();
  await figures.read(async () => 1, at(0));
  let finish: (value: number) => void = () => {};
  const slow = vi.fn(() => new Promise<number>((resolve) => (finish = resolve)));
  expect(await Promise.all([figures.read(slow, at(600)), figures.read(slow, at(601))])).toEqual([1, 1]);
  expect(slow).toHaveBeenCalledTimes(1);
  finish(2);
  await new Promise(setImmediate);
  expect(await figures.read(slow, at(602))).toBe(2);
});

test("the first readers wait for one computation", async () => {
  const figures = new LastGood<number>();
  const compute = vi.fn(async () => 1);
  expect(await Promise.all([figures.read(compute, at(0)), figures.read(compute, at(0))])).toEqual([1, 1]);
  expect(compute).toHaveBeenCalledTimes(1);
});

test("a failure is kept for a minute, behind the last value", async () => {
  const figures = new LastGood<number>();
  const fail = vi.fn(async () => Promise.reject(new Error("busy")));
  for (const seconds of [0, 1, 59]) await expect(figures.read(fail, at(seconds))).rejects.toThrow("busy");
  expect(fail).toHaveBeenCalledTimes(1);
  expect(await figures.read(async () => 1, at(60))).toBe(1);
  for (const seconds of [700, 701, 759]) expect(await figures.read(fail, at(seconds))).toBe(1);
  expect(fail).toHaveBeenCalledTimes(2);
  expect(await figures.read(async () => 3, at(760))).toBe(3);
});

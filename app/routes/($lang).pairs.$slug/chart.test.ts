import { expect, test } from "vitest";
import { chartOf, gridRates } from "./chart.ts";

const points = [
  { at: 0, ours: 90, market: 100 },
  { at: 50, ours: 95, market: 100 },
  { at: 100, ours: 90, market: 110 },
];

test("points lie in time from left to right and by rate from bottom to top", () => {
  const { ours, market, last } = chartOf(points);
  expect(ours).toBe("M0 954.5L500 727.3L1000 954.5");
  expect(market).toBe("M0 500L500 500L1000 45.5");
  expect(last).toEqual({ x: 1000, y: 954.5 });
});

test("the area lies between the two lines", () => {
  expect(chartOf(points).between).toBe("M0 954.5L500 727.3L1000 954.5L1000 45.5L500 500L0 500Z");
});

test("labels stand at even distances within the plot", () => {
  const { grid, dates } = chartOf(points);
  expect(grid.map(({ rate }) => rate)).toEqual([90, 95, 100, 105, 110]);
  expect(grid.map(({ y }) => y)).toEqual([954.5, 727.3, 500, 272.7, 45.5]);
  expect(dates.map(({ x }) => x)).toEqual([0, 333.3, 666.7, 1000]);
});

test("the lines of the grid are at round rates, at least two, whatever the scale", () => {
  const rounded = (ours: number, market: number) =>
    gridRates([
      { at: 0, ours, market },
      { at: 1, ours, market },
    ]).map((rate) => Number(rate.toFixed(10)));
  expect(rounded(0.9559, 1.0057)).toEqual([0.96, 0.98, 1]);
  expect(rounded(87_565.13, 92_000.5)).toEqual([88_000, 89_000, 90_000, 91_000, 92_000]);
  expect(rounded(0.0000104, 0.0000109)).toEqual([0.0000104, 0.0000106, 0.0000108]);
  for (let high = 1.01; high < 30; high *= 1.07) expect(rounded(1, high).length, String(high)).toBeGreaterThan(1);
});

test("equal rates make a straight line, and a single point no chart", () => {
  const level = points.map(({ at }) => ({ at, ours: 1, market: 1 }));
  expect(chartOf(level).ours).toBe("M0 500L500 500L1000 500");
  expect(() => chartOf(points.slice(0, 1))).toThrow("two points");
});

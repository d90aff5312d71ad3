import { expect, test } from "vitest";
import { rewardBars, timesOf } from "./reward-bars.ts";

const november = { from: "2026-11-01", to: "2026-11-30" };

test("a day has a full bar for what is ready and a hollow one on top for what waits", () => {
  const days = [
    { key: "2026-11-01", ready: "1.5", waiting: "0.5" },
    { key: "2026-11-30", ready: "0", waiting: "1" },
  ];
  const { bars, grid, dates } = rewardBars(days, timesOf(november, "day"));
  expect(bars.map(({ kind, height, y }) => [kind, height, y])).toEqual([
    ["ready", 750, 250],
    ["waiting", 250, 0],
    ["waiting", 500, 500],
  ]);
  expect(grid.map(({ value }) => value)).toEqual([0, 1, 2]);
  expect([bars[0]?.x, bars[2]?.x].map((x) => Math.round(x ?? 0))).toEqual([7, 973]);
  expect(dates.map(({ key }) => key)).toEqual(["2026-11-01", "2026-11-07", "2026-11-13", "2026-11-19", "2026-11-25"]);
});

test("a year has a bar for each month, the first one for the days of it that belong to the year", () => {
  const months = timesOf({ from: "2025-11-25", to: "2026-11-24" }, "month");
  expect(months).toHaveLength(13);
  const { bars, dates } = rewardBars([{ key: "2026-11", ready: "3", waiting: "0" }], months);
  expect((bars[0]?.x ?? 0) + (bars[0]?.width ?? 0)).toBeLessThanOrEqual(1000);
  expect(dates.map(({ key }) => key)).toEqual(["2025-11", "2026-02", "2026-05", "2026-08", "2026-11"]);
});

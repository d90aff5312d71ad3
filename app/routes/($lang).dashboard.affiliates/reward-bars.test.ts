import { expect, test } from "vitest";
import { rewardBars } from "./reward-bars.ts";

const frame = { width: 330, height: 130, left: 30, top: 10, bottom: 20, dates: 5 };
const span = { from: "2026-11-01", to: "2026-11-30" };

test("a day has a full bar for what is ready and a hollow one on top for what waits", () => {
  const days = [
    { key: "2026-11-01", ready: "1.5", waiting: "0.5" },
    { key: "2026-11-30", ready: "0", waiting: "1" },
  ];
  const { bars, grid, dates } = rewardBars(days, span, frame);
  expect(bars.map(({ kind, height, y }) => [kind, height, y])).toEqual([
    ["ready", 75, 35],
    ["waiting", 25, 10],
    ["waiting", 50, 60],
  ]);
  expect(grid.map(({ value }) => value)).toEqual([0, 1, 2]);
  expect([bars[0]?.x, bars[2]?.x]).toEqual([32, 322]);
  expect(dates.map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-07", "2026-11-13", "2026-11-19", "2026-11-25"]);
});

test("bars of a year are narrow and stay in the frame", () => {
  const { bars } = rewardBars(
    [{ key: "2026-11-30", ready: "3", waiting: "0" }],
    { from: "2025-12-01", to: "2026-11-30" },
    frame,
  );
  expect(bars[0]?.width).toBe(1.5);
  expect((bars[0]?.x ?? 0) + 1.5).toBeLessThanOrEqual(frame.width + 1);
});

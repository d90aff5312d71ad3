import { expect, test } from "vitest";
import { reserveChart } from "./reserve-chart.ts";

const frame = { width: 115, height: 115, left: 10, right: 5, top: 10, bottom: 5 };

test("days lie in time from left to right and by amount from zero up", () => {
  const chart = reserveChart(
    [
      { day: "2026-11-20", lowest: "100" },
      { day: "2026-11-21", lowest: "50" },
    ],
    frame,
  );
  expect(chart?.lines).toBe("M10 10L110 60");
  expect(chart?.areas).toBe("M10 10L110 60V110H10Z");
  expect(chart?.last).toEqual({ x: 110, y: 60 });
  expect(chart?.grid).toEqual([0, 50, 100].map((amount) => ({ amount, y: 110 - amount })));
});

test("a day without a record interrupts the line", () => {
  const days = ["2026-11-18", "2026-11-19", "2026-11-21", "2026-11-22"].map((day) => ({ day, lowest: "1" }));
  expect(reserveChart(days, frame)?.lines.match(/M/g)).toHaveLength(2);
});

test("a day without neighbours is a dot", () => {
  const days = ["2026-11-18", "2026-11-20", "2026-11-22", "2026-11-23"].map((day) => ({ day, lowest: "1" }));
  expect(reserveChart(days, frame)?.dots.map(({ x }) => x)).toEqual([10, 50]);
});

test("a single day makes no chart", () => {
  expect(reserveChart([{ day: "2026-11-20", lowest: "100" }], frame)).toBeNull();
});

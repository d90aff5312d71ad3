import { expect, test } from "vitest";
import { reserveChart } from "./reserve-chart.ts";

test("days lie in time from left to right and by amount from zero up", () => {
  const chart = reserveChart([
    { day: "2026-11-20", lowest: "100" },
    { day: "2026-11-21", lowest: "50" },
  ]);
  expect(chart?.lines).toBe("M0 0L1000 500");
  expect(chart?.areas).toBe("M0 0L1000 500V1000H0Z");
  expect(chart?.last).toEqual({ x: 1000, y: 500 });
  expect(chart?.grid).toEqual([0, 50, 100].map((amount) => ({ amount, y: 1000 - amount * 10 })));
});

test("a day without a record interrupts the line", () => {
  const days = ["2026-11-18", "2026-11-19", "2026-11-21", "2026-11-22"].map((day) => ({ day, lowest: "1" }));
  expect(reserveChart(days)?.lines.match(/M/g)).toHaveLength(2);
});

test("a day without neighbours is a dot", () => {
  const days = ["2026-11-18", "2026-11-20", "2026-11-22", "2026-11-23"].map((day) => ({ day, lowest: "1" }));
  expect(reserveChart(days)?.dots.map(({ x }) => x)).toEqual([0, 400]);
});

test("a single day makes no chart", () => {
  expect(reserveChart([{ day: "2026-11-20", lowest: "100" }])).toBeNull();
});

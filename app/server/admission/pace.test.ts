import { expect, test } from "vitest";
import { newPace } from "./pace.ts";

/** Answers after each of these gaps, while somebody waits all the time. */
function paceAfter(gapsMs: readonly number[]) {
  const pace = newPace();
  let nowMs = 0;
  pace.begins(nowMs, true);
  for (const gapMs of gapsMs) {
    nowMs += gapMs;
    pace.answered(nowMs);
  }
  return { pace, nowMs };
}
const times = (count: number, gapMs: number) => Array.from({ length: count }, () => gapMs);

test("the gap is that between the last answers", () => {
  const { pace, nowMs } = paceAfter(times(64, 20));
  expect(pace.gapMs(nowMs)).toBe(20);
});

test("quick answers do not hide the slow ones among the last 64", () => {
  const { pace, nowMs } = paceAfter([...times(32, 40), ...times(32, 2)]);
  expect(pace.gapMs(nowMs)).toBe(21);
});

test("a process that became slower shows after eight answers, and before the first of them", () => {
  const slower = paceAfter([...times(64, 10), ...times(8, 50)]);
  expect(slower.pace.gapMs(slower.nowMs)).toBe(50);
  const { pace, nowMs } = paceAfter(times(64, 10));
  expect(pace.gapMs(nowMs + 210)).toBe(35);
});

test("time in which nobody waits does not count", () => {
  const { pace, nowMs } = paceAfter(times(64, 20));
  pace.ends(nowMs + 5);
  pace.answered(nowMs + 5000);
  pace.begins(nowMs + 10_000, false);
  pace.answered(nowMs + 10_015);
  expect(pace.gapMs(nowMs + 10_015)).toBe(20);
});

test("a pause counts as half a second, and slow times are forgotten when calm has come", () => {
  const { pace, nowMs } = paceAfter([...times(63, 20), 60_000]);
  expect(pace.gapMs(nowMs)).toBe((500 + 7 * 20) / 8);
  pace.ends(nowMs);
  pace.begins(nowMs, true);
  expect(pace.gapMs(nowMs)).toBeCloseTo(50);
});

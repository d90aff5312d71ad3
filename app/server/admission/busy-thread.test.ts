import { expect, test } from "vitest";
import { busyThread } from "./busy-thread.ts";

/** A thread that worked for this share of each following half second. */
function busyAfter(shares: readonly number[]): boolean[] {
  let [nowMs, activeMs] = [0, 0];
  const utilization = (to = { active: activeMs, idle: nowMs - activeMs }, from = { active: 0, idle: 0 }) => {
    const [active, idle] = [to.active - from.active, to.idle - from.idle];
    return { active: to.active, idle: to.idle, utilization: active / (active + idle) };
  };
  const isBusy = busyThread(() => nowMs, utilization);
  return shares.map((share) => {
    nowMs += 500;
    activeMs += 500 * share;
    return isBusy();
  });
}

test("a thread is busy when it worked nearly all the time since it was last asked", () => {
  expect(busyAfter([1, 0.95, 0.8, 0, 1])).toEqual([true, true, false, false, true]);
});

import { expect, test } from "vitest";
import { type ThreadLoad, threadLoad } from "./thread-load.ts";

/** A thread that worked for this share of each following stretch of so many milliseconds. */
function loadAfter(stretches: readonly [ms: number, share: number][]): ThreadLoad[] {
  let [nowMs, activeMs] = [0, 0];
  const utilization = (to = { active: activeMs, idle: nowMs - activeMs }, from = { active: 0, idle: 0 }) => {
    const [active, idle] = [to.active - from.active, to.idle - from.idle];
    return { active: to.active, idle: to.idle, utilization: active / (active + idle) };
  };
  const load = threadLoad(() => nowMs, utilization);
  return stretches.map(([ms, share]) => {
    nowMs += ms;
    activeMs += ms * share;
    return load();
  });
}

test("a thread is busy when it worked nearly all the time since it was last asked", () => {
  const stretches = [1, 0.95, 0.8, 0, 1].map((share): [number, number] => [500, share]);
  expect(loadAfter(stretches)).toEqual(["busy", "busy", "waiting", "waiting", "busy"]);
});

test("after a second without a measurement the load is unknown until the next one", () => {
  expect(
    loadAfter([
      [5000, 0],
      [100, 1],
      [200, 1],
      [100, 0],
    ]),
  ).toEqual(["unknown", "unknown", "busy", "busy"]);
});

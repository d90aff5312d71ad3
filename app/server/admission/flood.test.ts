import { describe, expect, test } from "vitest";
import { flood, seededRandom, simulatedProcess, type Work } from "../../../tests/support/site/simulated-process.ts";

/** What a page and a call of the embedded service cost, in their proportions; the second is a slow machine. */
const machines: [string, Work][] = [
  ["pages of 28 ms", { startMs: 1, statements: 12, statementMs: 1, renderMs: 15 }],
  ["pages of 54 ms", { startMs: 2, statements: 4, statementMs: 3, renderMs: 40 }],
];
const msOf = ({ startMs, statements, statementMs, renderMs }: Required<Work>) =>
  startMs + statements * statementMs + renderMs;

/** How much longer than usual one takes that starts now. */
const timesOf = {
  "all take the same": () => 1,
  "one in twenty takes eight times as long": (_nowMs: number, random: () => number) => (random() < 0.05 ? 8 : 0.6),
  "all take five times as long for three seconds": (nowMs: number) => (nowMs > 11_000 && nowMs < 14_000 ? 5 : 1),
  "all take three times as long in every other two seconds": (nowMs: number) =>
    Math.floor(nowMs / 2000) % 2 === 1 ? 3 : 1,
};

async function flooded(
  work: Work,
  times: (nowMs: number, random: () => number) => number,
  load: number,
  networks: number,
) {
  const random = seededRandom(7);
  const workAt = (nowMs: number) => {
    const factor = times(nowMs, random);
    const { startMs, statements = 0, statementMs = 0, renderMs = 0 } = work;
    return { startMs: startMs * factor, statements, statementMs: statementMs * factor, renderMs: renderMs * factor };
  };
  const site = simulatedProcess({ workAt });
  const aSecond = 1000 / msOf({ statements: 0, statementMs: 0, renderMs: 0, ...work });
  const seconds = 60;
  // Independent visitors: many come together, and then none.
  const gap = () => -Math.log(1 - random());
  await flood(
    site,
    { order: aSecond * 0.4, change: aSecond * 0.6, browse: aSecond * (load - 1) },
    seconds,
    gap,
    () => `10.0.${Math.floor(random() * networks)}.1`,
  );
  const refusals = site.asked.filter(({ outcome }) => outcome === "refused");
  const answered = site.asked.filter(({ outcome }) => outcome === "admitted");
  return {
    shareRefusedLate: refusals.filter(({ atMs, decidedMs }) => decidedMs > atMs).length / refusals.length,
    shareAnsweredLate: answered.filter(({ atMs, answeredMs }) => answeredMs > atMs + 2000).length / answered.length,
    ofCapacity: answered.length / (aSecond * seconds),
  };
}

describe.each(machines)("a flood in three queues, %s", (_, work) => {
  describe.each(Object.entries(timesOf))("%s", (_case, times) => {
    test.each([
      [1.5, 1, 0.01],
      [3, 1, 0.01],
      // A visitor who was away comes before those that wait already.
      [3, 200, 0.1],
    ])(
      "at %f times the capacity, from as many networks as %i, refusals are given on arrival, and answers within two seconds",
      async (load, networks, mostLate) => {
        const { shareRefusedLate, shareAnsweredLate, ofCapacity } = await flooded(work, times, load, networks);
        expect(shareRefusedLate).toBeLessThan(mostLate);
        expect(shareAnsweredLate).toBeLessThan(mostLate);
        expect(ofCapacity).toBeGreaterThan(0.6);
      },
    );
  });
});

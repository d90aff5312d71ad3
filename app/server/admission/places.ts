import { shareOf } from "../../../contract/networks/fair-use.ts";
import type { Pace } from "./pace.ts";
import type { ThreadLoad } from "./thread-load.ts";

/** More at once are no faster: they share one processor, or wait for one service. */
export const mostByDefault = 32;
/** While the thread is busy, those in work take this long together: each more would delay all the others. */
const inWorkMs = 500;
/** So many always, since each also waits for its calls. */
const fewest = 4;

type Limits = { load: () => ThreadLoad; most: number };

/** How many requests are in work at once. */
export function newPlaces(pace: Pick<Pace, "gapMs">, { load, most }: Limits) {
  let running = 0;
  const excessMs = (nowMs: number) =>
    running >= fewest && load() === "busy" ? Math.max(0, running * pace.gapMs(nowMs) - inWorkMs) : 0;
  return {
    running: () => running,
    taken(): void {
      running += 1;
    },
    released(): void {
      running -= 1;
    },
    /**
     * How many one network may hold. While the thread is busy, more than its share would make nothing faster, and the next
     * visitors would wait for all of them.
     */
    mostOfOne: () => (load() === "waiting" ? most : shareOf(most)),
    /** How much longer than they may those in work take; until it is 0 none may start. */
    excessMs,
    isFree: (nowMs: number) => running < most && excessMs(nowMs) === 0,
  };
}

import type { Urgency } from "./waiting-line.ts";

/** How long a request of a burst may have to wait. A page then has most of its time budget left. */
const burstPatienceMs: Readonly<Record<Urgency, number>> = { order: 1000, change: 900, browse: 800 };
/** The same if the other queues grow and take their shares. */
const burstMostMs = 1000;
/**
 * A line that has not been empty for a second is no burst. A long one would only make everybody in it wait, and the pace may
 * fall to a fifth while they do: these leave time for that.
 */
const lastingLinePatienceMs: Readonly<Record<Urgency, number>> = { order: 700, change: 300, browse: 240 };
const burstMs = 1000;
/** For so long after a refusal the next line is no burst either: in a flood the line may be empty for a moment. */
const calmMs = 5000;

/** What a request would find. */
export type Expected = {
  /** Before anybody may start. */
  inWorkMs: number;
  /** Between two answers. */
  gapMs: number;
  /** How many start before it, and at most, when the other queues grow. */
  now: number;
  most: number;
};

/** Decides on arrival whether a request may wait. The first of a queue waits for those in work only. */
export function newPatience() {
  let lineSinceMs = 0;
  let refusedMs = Number.NEGATIVE_INFINITY;
  const isCalm = (nowMs: number) => nowMs - refusedMs > calmMs;
  return {
    /** Nothing was refused lately. */
    isCalm,
    lineBegins(nowMs: number): void {
      lineSinceMs = nowMs;
    },
    refused(nowMs: number): void {
      refusedMs = nowMs;
    },
    /** `waitedMs` is how long the first of its queue has waited: where that is too long, what is expected is wrong. */
    isEnough(urgency: Urgency, { inWorkMs, gapMs, now, most }: Expected, waitedMs: number, nowMs: number): boolean {
      if (waitedMs > burstPatienceMs[urgency]) return false;
      const mostMs = inWorkMs + most * gapMs;
      if (!isCalm(nowMs) || nowMs - lineSinceMs > burstMs) return mostMs <= lastingLinePatienceMs[urgency];
      return inWorkMs + now * gapMs <= burstPatienceMs[urgency] && mostMs <= burstMostMs;
    },
  };
}

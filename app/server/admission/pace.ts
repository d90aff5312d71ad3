/** Until measured. */
const firstGapMs = 12;
/** More than a round of all that are in work at once: they start one after the other, and only then are answered. */
const manyAnswers = 64;
/** Shows within a moment that the process has become slower. */
const fewAnswers = 8;
/** A pause of the whole process says little about the next answers. */
const longestGapMs = 500;
/** A line after calm times does not pay for the slow ones before. */
const slowestAfterCalmMs = 50;

export type Pace = ReturnType<typeof newPace>;

/**
 * How often the process answers while others wait. Starts would tell less: many follow each other at once, while all the
 * work is still to be done.
 */
export function newPace() {
  /** Between the last answers, the newest last. Time in which nobody waited does not count. */
  let gapsMs: readonly number[] = Array.from({ length: manyAnswers }, () => firstGapMs);
  let sinceMs = 0;
  /** Of the last gap, from before the line was empty. */
  let carriedMs = 0;
  let isMeasuring = false;

  const openGapMs = (nowMs: number) => (isMeasuring ? Math.min(carriedMs + nowMs - sinceMs, longestGapMs) : carriedMs);
  /** The average of the last ones. The gap that has not ended counts once it is longer than the one it will replace. */
  const averageMs = (count: number, openMs: number) => {
    const last = gapsMs.slice(-count);
    const replacedMs = last[0] ?? 0;
    return (last.reduce((sum, gapMs) => sum + gapMs, 0) + Math.max(0, openMs - replacedMs)) / count;
  };
  const slowestMs = (openMs: number) => Math.max(averageMs(manyAnswers, openMs), averageMs(fewAnswers, openMs));

  return {
    /** Somebody waits again. */
    begins(nowMs: number, isCalm: boolean): void {
      isMeasuring = true;
      sinceMs = nowMs;
      const excess = slowestMs(0) / slowestAfterCalmMs;
      if (isCalm && excess > 1) gapsMs = gapsMs.map((gapMs) => gapMs / excess);
    },
    /** Nobody waits any more: how often it answers now depends on how many come. */
    ends(nowMs: number): void {
      carriedMs = openGapMs(nowMs);
      isMeasuring = false;
    },
    answered(nowMs: number): void {
      if (!isMeasuring) return;
      gapsMs = [...gapsMs.slice(1), openGapMs(nowMs)];
      carriedMs = 0;
      sinceMs = nowMs;
    },
    /** Between two answers, judged by the slower of the last few and the last many. */
    gapMs: (nowMs: number) => slowestMs(openGapMs(nowMs)),
  };
}

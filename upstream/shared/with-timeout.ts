import { setTimeout as wait } from "node:timers/promises";

/**
 * The result of `work`, or `fallback` after `limitMs`. The work itself goes on; a failure after the limit is ignored.
 * The timer keeps no process running.
 */
export async function withTimeout<T>(work: Promise<T>, limitMs: number, fallback: T): Promise<T> {
  const timer = new AbortController();
  const late = wait(limitMs, fallback, { ref: false, signal: timer.signal });
  // The race below settles with the first of the two; the other may still reject.
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

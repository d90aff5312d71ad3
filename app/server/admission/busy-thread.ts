import { performance } from "node:perf_hooks";

/** The rest is the loop's own. */
const busyShare = 0.9;
const measuredEveryMs = 250;

/** Whether this thread has had work for nearly all of the last quarter of a second. Measured when asked for. */
export function busyThread(elapsedMs: () => number, utilization = performance.eventLoopUtilization): () => boolean {
  let from = utilization();
  let sinceMs = elapsedMs();
  let isBusy = false;
  return () => {
    const nowMs = elapsedMs();
    if (nowMs - sinceMs >= measuredEveryMs) {
      const to = utilization();
      isBusy = utilization(to, from).utilization > busyShare;
      [from, sinceMs] = [to, nowMs];
    }
    return isBusy;
  };
}

import { performance } from "node:perf_hooks";

/** The rest is the loop's own. */
const busyShare = 0.9;
export const measuredEveryMs = 250;
/** What was measured longer ago says nothing. */
const staleMs = 4 * measuredEveryMs;

/** `busy`: this thread has had work for nearly all of the last quarter of a second. `unknown`: not asked lately. */
export type ThreadLoad = "busy" | "waiting" | "unknown";

/** Measured when asked for. */
export function threadLoad(elapsedMs: () => number, utilization = performance.eventLoopUtilization): () => ThreadLoad {
  let from = utilization();
  let sinceMs = elapsedMs();
  let load: ThreadLoad = "unknown";
  return () => {
    const nowMs = elapsedMs();
    const measuredMs = nowMs - sinceMs;
    if (measuredMs < measuredEveryMs) return load;
    const to = utilization();
    if (measuredMs > staleMs) load = "unknown";
    else load = utilization(to, from).utilization > busyShare ? "busy" : "waiting";
    [from, sinceMs] = [to, nowMs];
    return load;
  };
}

import type { Writer } from "../write.ts";
import { pageViewOf } from "./page-view.ts";
import type { VisitCounts } from "./visit-counts.ts";

/** Counts each page that is answered, from the cache too. */
export function countingWriter(write: Writer, visits: Pick<VisitCounts, "add">): Writer {
  return (visit, answer) => {
    const { outgoing } = visit;
    const view = outgoing.headersSent || outgoing.destroyed ? undefined : pageViewOf(visit, answer);
    if (view) visits.add(view);
    return write(visit, answer);
  };
}

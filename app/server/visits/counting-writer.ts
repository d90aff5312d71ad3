import type { Writer } from "../write.ts";
import { pageViewOf } from "./page-view.ts";
import { partnerClickOf } from "./partner-click.ts";
import type { VisitCounts } from "./visit-counts.ts";

/** Counts a visit through a partner's link; called without waiting for it. */
export type CountClick = (code: string, clientAddress: string | null) => Promise<void>;

/** Counts each page that is answered, from the cache too, and the partners' links that led to one. */
export function countingWriter(write: Writer, visits: Pick<VisitCounts, "add">, countClick?: CountClick): Writer {
  return (request, response) => {
    const { outgoing } = request;
    const view = outgoing.headersSent || outgoing.destroyed ? undefined : pageViewOf(request, response);
    if (view) visits.add(view);
    const click = view && countClick ? partnerClickOf(request, view) : null;
    if (click !== null) void countClick?.(click, request.facts.clientAddress);
    return write(request, response);
  };
}

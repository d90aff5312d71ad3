import type { Step, Visit } from "./visit.ts";

/** More concurrent requests could not be answered within a page's time budget. Streams do not count. */
const mostUnanswered = 256;

/** Requests in progress, and whether the server is draining. */
export type Traffic = {
  /** The step: counts a request until its connection releases it. */
  step: Step;
  /** Requests without a complete response. */
  count(): number;
  /** The limit of concurrent requests is reached. */
  isFull(): boolean;
  /** From now on each response closes its connection, and health checks fail. */
  stop(): void;
  isStopping(): boolean;
  /** Aborts all streams, and new ones at once. Other responses ignore it and finish. */
  endStreams(): void;
};

export function newTraffic(most = mostUnanswered): Traffic {
  const open = new Set<Visit>();
  let stopping = false;
  let streamsEnded = false;
  const isUnanswered = (visit: Visit) => !visit.facts.answering;
  return {
    step(visit) {
      open.add(visit);
      visit.outgoing.on("close", () => {
        open.delete(visit);
        if (visit.outgoing.writableFinished) return;
        visit.facts.left = true;
        visit.facts.end();
      });
      // A new stream would only delay the shutdown.
      if (streamsEnded) visit.facts.end();
      return undefined;
    },
    count: () => open.size,
    isFull: () => open.size > most && [...open].filter(isUnanswered).length > most,
    stop() {
      stopping = true;
    },
    isStopping: () => stopping,
    endStreams() {
      streamsEnded = true;
      for (const { facts } of open) facts.end();
    },
  };
}

import type { Visit } from "./visit.ts";

/** More concurrent requests could not be answered within a page's time budget. Streams do not count. */
const mostUnanswered = 256;

/** Requests in progress, and whether the server is draining. Counters only: cached pages pay for every request. */
export type Traffic = {
  started(): void;
  /** The response begins. */
  answering(visit: Visit): void;
  /** The connection has released the request, with or without a complete response. */
  ended(visit: Visit): void;
  /** The response may be a stream, which a shutdown aborts. */
  mayStream(visit: Visit): void;
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
  let [open, unanswered] = [0, 0];
  const streams = new Set<Visit>();
  let stopping = false;
  let streamsEnded = false;
  return {
    started() {
      open += 1;
      unanswered += 1;
    },
    answering({ facts }) {
      if (!facts.answering) unanswered -= 1;
      facts.answering = true;
    },
    ended(visit) {
      const { facts, outgoing } = visit;
      open -= 1;
      if (!facts.answering) unanswered -= 1;
      streams.delete(visit);
      if (outgoing.writableFinished) return;
      facts.left = true;
      facts.end();
    },
    mayStream(visit) {
      streams.add(visit);
      // A new stream would only delay the shutdown.
      if (streamsEnded) visit.facts.end();
    },
    count: () => open,
    isFull: () => unanswered > most,
    stop() {
      stopping = true;
    },
    isStopping: () => stopping,
    endStreams() {
      streamsEnded = true;
      for (const { facts } of streams) facts.end();
    },
  };
}

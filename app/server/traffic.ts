import type { Visit } from "./visit.ts";

/** Requests in progress, and whether the server is draining. Counters only: cached pages pay for every request. */
export type Traffic = {
  connected(): void;
  started(): void;
  /** The response begins. */
  answering(visit: Visit): void;
  /** The connection has released the request, with or without a complete response. */
  ended(visit: Visit): void;
  /** The response may be a stream, which a shutdown aborts. */
  mayStream(visit: Visit): void;
  /** Connections and requests so far. */
  arrived(): number;
  /** Requests without a complete response. */
  count(): number;
  /** From now on each response closes its connection, and health checks fail. */
  stop(): void;
  isStopping(): boolean;
  /** Aborts all streams, and new ones at once. Other responses ignore it and finish. */
  endStreams(): void;
};

export function newTraffic(): Traffic {
  let [open, arrived] = [0, 0];
  const streams = new Set<Visit>();
  let stopping = false;
  let streamsEnded = false;
  return {
    connected() {
      arrived += 1;
    },
    started() {
      arrived += 1;
      open += 1;
    },
    answering({ facts, release }) {
      facts.answering = true;
      release?.();
    },
    ended(visit) {
      const { facts, outgoing } = visit;
      open -= 1;
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
    arrived: () => arrived,
    count: () => open,
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

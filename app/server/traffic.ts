import type { FrontRequest } from "./front-request.ts";

/** Requests in progress, and whether the server is draining. Counters only: cached pages pay for every request. */
export type Traffic = {
  connected(): void;
  started(): void;
  /** The response begins. */
  answering(request: FrontRequest): void;
  /** The connection has released the request, with or without a complete response. */
  ended(request: FrontRequest): void;
  /** The response may be a stream, which a shutdown aborts. */
  mayStream(request: FrontRequest): void;
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
  const streams = new Set<FrontRequest>();
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
    ended(request) {
      const { facts, outgoing } = request;
      open -= 1;
      streams.delete(request);
      if (outgoing.writableFinished) return;
      facts.left = true;
      facts.end();
    },
    mayStream(request) {
      streams.add(request);
      // A new stream would only delay the shutdown.
      if (streamsEnded) request.facts.end();
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

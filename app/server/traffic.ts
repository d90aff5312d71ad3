import type { Step, Visit } from "./visit.ts";

/** More requests than this at once could not be answered within a page's time. Streams do not count: their head is out. */
const mostUnanswered = 256;

/** The requests that are being answered, and whether the server is about to end. */
export type Traffic = {
  /** The step: counts a request until its connection lets go of it. */
  step: Step;
  /** Requests without a complete answer. */
  count(): number;
  /** Too many requests wait for their answer. */
  isFull(): boolean;
  /** Each answer is the last of its connection from now on, and health says no. */
  stop(): void;
  isStopping(): boolean;
  /** Ends every stream, and each new one at once. Answers that are no streams do not listen and finish. */
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
      // A stream that would start now would only keep the server from ending.
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

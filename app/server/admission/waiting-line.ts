/** Orders in progress; other changes and members' pages; browsing. */
export const urgencies = ["order", "change", "browse"] as const;
export type Urgency = (typeof urgencies)[number];

/** Of eight starts, while all three wait. Strict priority would let nobody see a page while many order. */
const shares: Readonly<Record<Urgency, number>> = { order: 4, change: 2, browse: 2 };

export type Waiting = {
  sinceMs: number;
  /** The visitor has left. */
  isGone: () => boolean;
  resolve: (outcome: "admitted" | "refused" | "gone") => void;
};

/** Requests that wait: one queue per urgency, served by their shares (stride scheduling). */
export function waitingLine() {
  const queues: Readonly<Record<Urgency, Waiting[]>> = { order: [], change: [], browse: [] };
  /** What each queue has had, divided by its share: the one with the least is next. */
  const served: Record<Urgency, number> = { order: 0, change: 0, browse: 0 };
  let now = 0;
  const busy = () => urgencies.filter((urgency) => queues[urgency].length > 0);

  return {
    length: () => queues.order.length + queues.change.length + queues.browse.length,

    /**
     * How many start before one that joins this queue now: as the line is, and at most, when the other queues grow and take
     * their shares.
     */
    ahead(urgency: Urgency): { now: number; most: number } {
      const own = queues[urgency].length;
      const startsOf = (other: Urgency) => ((own + 1) * shares[other]) / shares[urgency];
      const others = urgencies.filter((other) => other !== urgency);
      return {
        now: others.reduce((sum, other) => sum + Math.min(queues[other].length, startsOf(other)), own),
        most: others.reduce((sum, other) => sum + (own === 0 ? 0 : startsOf(other)), own),
      };
    },

    /** How long the first of this queue has waited. */
    waitedMs: (urgency: Urgency, nowMs: number) => nowMs - (queues[urgency][0]?.sinceMs ?? nowMs),

    add(urgency: Urgency, waiting: Waiting): void {
      // A queue that was empty has saved nothing up.
      if (queues[urgency].length === 0) served[urgency] = Math.max(served[urgency], now);
      queues[urgency].push(waiting);
    },

    next(): { urgency: Urgency; waiting: Waiting } | undefined {
      const [first, ...others] = busy();
      if (!first) return undefined;
      const chosen = others.reduce((best, other) => (served[other] < served[best] ? other : best), first);
      now = served[chosen];
      served[chosen] += 1 / shares[chosen];
      const waiting = queues[chosen].shift();
      return waiting && { urgency: chosen, waiting };
    },

    /** Takes the first ones off a queue while `isDropped` says so. */
    drop(urgency: Urgency, isDropped: (first: Waiting) => boolean): void {
      const queue = queues[urgency];
      for (let first = queue[0]; first && isDropped(first); first = queue[0]) queue.shift();
    },
  };
}

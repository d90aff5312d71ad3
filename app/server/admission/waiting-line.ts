import { FairQueue } from "../../../contract/networks/fair-queue.ts";
import type { FairUse } from "../../../contract/networks/fair-use.ts";
import type { Networks } from "../../../contract/networks/networks.ts";

/** Orders in progress; other changes and members' pages; browsing. */
export const urgencies = ["order", "change", "browse"] as const;
export type Urgency = (typeof urgencies)[number];

/**
 * `modest`: its network has less than its share. `insider`: the network has it, but the address has had little of that.
 * `greedy`: all others.
 */
export type ShareClass = "modest" | "insider" | "greedy";

/** Of eight starts, while all three wait. Strict priority would let nobody see a page while many order. */
const shares: Readonly<Record<Urgency, number>> = { order: 4, change: 2, browse: 2 };

export type Waiting = {
  sinceMs: number;
  networks: Networks;
  /** When it came. */
  shareClass: ShareClass;
  /** The visitor has left. */
  isGone: () => boolean;
  resolve: (outcome: "admitted" | "refused" | "gone") => void;
};

/**
 * Requests that wait: one queue per urgency, served by their shares (stride scheduling), and each in a fair order of the
 * visitors' networks. A queue in which only networks with their share wait comes after the others.
 */
export function waitingLine(use: Pick<FairUse, "turns" | "isAtShare">) {
  const queues: Readonly<Record<Urgency, FairQueue<Waiting>>> = {
    order: new FairQueue(use),
    change: new FairQueue(use),
    browse: new FairQueue(use),
  };
  /** What each queue has had, divided by its share: the one with the least is next. */
  const served: Record<Urgency, number> = { order: 0, change: 0, browse: 0 };
  let now = 0;
  const length = () => queues.order.length + queues.change.length + queues.browse.length;
  const candidates = (mayStart: (above: string) => boolean) => {
    const modest = urgencies.filter((urgency) => queues[urgency].hasModest());
    return modest.length > 0 ? modest : urgencies.filter((urgency) => queues[urgency].hasAny(mayStart));
  };

  return {
    length,

    /** How many of the network wait. */
    of: (above: string) => urgencies.reduce((sum, urgency) => sum + queues[urgency].of(above), 0),

    /**
     * How many start before one that joins this queue now: as the line is, and at most, when the other queues grow and take
     * their shares.
     */
    ahead(urgency: Urgency, networks: Networks): { now: number; most: number } {
      const aheadInQueue = queues[urgency].ahead(networks);
      const startsOf = (other: Urgency) => ((aheadInQueue + 1) * shares[other]) / shares[urgency];
      const others = urgencies.filter((other) => other !== urgency);
      return {
        now: others.reduce(
          (sum, other) => sum + Math.min(queues[other].ahead(networks), startsOf(other)),
          aheadInQueue,
        ),
        most: others.reduce((sum, other) => sum + (aheadInQueue === 0 ? 0 : startsOf(other)), aheadInQueue),
      };
    },

    /** How long the one of this queue that waits longest has, of those before one that joins it now. */
    waitedMs(urgency: Urgency, networks: Networks, nowMs: number): number {
      let longest = 0;
      for (const { sinceMs } of queues[urgency].firstsAhead(networks)) longest = Math.max(longest, nowMs - sinceMs);
      return longest;
    },

    add(urgency: Urgency, networks: Networks, waiting: Waiting): void {
      // A queue that was empty has saved nothing up.
      if (queues[urgency].length === 0) served[urgency] = Math.max(served[urgency], now);
      queues[urgency].add(networks, waiting);
    },

    /** Takes the next one out. `mayStart`: of networks that have their share; the others always may. */
    next(mayStart: (above: string) => boolean): { networks: Networks; waiting: Waiting } | undefined {
      const [first, ...others] = candidates(mayStart);
      if (!first) return undefined;
      const chosen = others.reduce((best, other) => (served[other] < served[best] ? other : best), first);
      now = served[chosen];
      served[chosen] += 1 / shares[chosen];
      const taken = queues[chosen].next(mayStart);
      return taken && { networks: taken.networks, waiting: taken.item };
    },

    /** Takes the first ones of a queue out while `isDropped` says so. */
    drop: (urgency: Urgency, isDropped: (first: Waiting) => boolean): void => queues[urgency].drop(isDropped),
  };
}

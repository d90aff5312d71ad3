import { FairQueue } from "./fair-queue.ts";
import { fairUse, shareOf } from "./fair-use.ts";
import type { Networks } from "./networks.ts";

/** Gives the place back; called once the work is done. */
type Release = () => void;

/** Places of which there are few. */
export type FairPlaces = {
  /** A place, now or when one is free; null where too many others would come before, or none is free in time. */
  take(applicant: { networks: Networks; isUrgent?: boolean; patienceMs: number }): Promise<Release | null>;
};

type Rules = {
  elapsedMs: () => number;
  most: number;
  /** In each of the two queues. */
  mostWaiting: number;
};

type Waiting = { giveUpMs: number; timer: ReturnType<typeof setTimeout>; resolve: (release: Release | null) => void };

/** Of so many starts one goes to those that are not urgent. */
const urgentInTurn = 4;

/**
 * Places that are shared by network. Two queues, urgent ones first. In a full queue a newcomer takes the place of the last
 * one of the network that waits most, if that network has a fifth of the queue.
 */
export function fairPlaces({ elapsedMs, most, mostWaiting }: Rules): FairPlaces {
  const use = fairUse({ elapsedMs, most });
  const [urgent, others] = [new FairQueue<Waiting>(use), new FairQueue<Waiting>(use)];
  let running = 0;
  let started = 0;

  const next = () => {
    const isOthersTurn = started % urgentInTurn === urgentInTurn - 1;
    const order = isOthersTurn ? [others, urgent] : [urgent, others];
    return (order.find((queue) => queue.hasModest()) ?? order.find((queue) => queue.length > 0))?.next();
  };
  const start = (networks: Networks): Release => {
    running += 1;
    started += 1;
    use.begins(networks);
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      running -= 1;
      use.ends(networks);
      startNext();
    };
  };

  function startNext(): void {
    while (running < most) {
      const taken = next();
      if (!taken) return;
      clearTimeout(taken.item.timer);
      taken.item.resolve(elapsedMs() < taken.item.giveUpMs ? start(taken.networks) : null);
    }
  }

  return {
    async take({ networks, isUrgent = false, patienceMs }) {
      if (patienceMs <= 0) return null;
      if (running < most) return start(networks);
      const queue = isUrgent ? urgent : others;
      if (queue.length >= mostWaiting) {
        const displaced = queue.displace(networks, shareOf(mostWaiting));
        if (!displaced) return null;
        clearTimeout(displaced.timer);
        displaced.resolve(null);
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          if (queue.remove(networks, waiting)) resolve(null);
        }, Math.ceil(patienceMs));
        const waiting: Waiting = { giveUpMs: elapsedMs() + patienceMs, timer, resolve };
        queue.add(networks, waiting);
      });
    },
  };
}

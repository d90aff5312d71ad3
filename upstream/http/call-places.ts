/** The calls that a service works on at once. */
export type CallPlaces = {
  /**
   * Gives a place, now or when one is free: what it resolves to must be called once, when the work is done. Null where the
   * call would wait for too many others, and where its caller has given up before it could begin.
   */
  take(call: { isUrgent: boolean; patienceMs: number }): Promise<(() => void) | null>;
};

type Rules = {
  elapsedMs: () => number;
  mostRunning?: number;
  /** In each of the two queues. */
  mostWaiting?: number;
};

type Waiting = { giveUpMs: number; timer: NodeJS.Timeout; resolve: (place: (() => void) | null) => void };

/** More than the pool has connections: some calls need none, some wait for a rail. */
const mostRunningByDefault = 32;
/** At a few milliseconds each they wait less than a caller does. */
const mostWaitingByDefault = 64;
/** Of so many starts one goes to the others, or many orders would lock out everybody who asks for a price. */
const urgentInTurn = 4;

/**
 * Two queues, urgent calls first. A site in front of the service refuses what it cannot serve by itself; this bounds what
 * callers of the API alone may ask for.
 */
export function callPlaces({
  elapsedMs,
  mostRunning = mostRunningByDefault,
  mostWaiting = mostWaitingByDefault,
}: Rules): CallPlaces {
  const urgent: Waiting[] = [];
  const others: Waiting[] = [];
  let running = 0;
  let started = 0;

  const next = (): Waiting | undefined => {
    const isOthersTurn = started % urgentInTurn === urgentInTurn - 1;
    const [first, second] = isOthersTurn ? [others, urgent] : [urgent, others];
    return first.shift() ?? second.shift();
  };
  const start = () => {
    running += 1;
    started += 1;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      running -= 1;
      startNext();
    };
  };

  function startNext(): void {
    while (running < mostRunning) {
      const waiting = next();
      if (!waiting) return;
      clearTimeout(waiting.timer);
      waiting.resolve(elapsedMs() < waiting.giveUpMs ? start() : null);
    }
  }

  return {
    async take({ isUrgent, patienceMs }) {
      if (patienceMs <= 0) return null;
      const queue = isUrgent ? urgent : others;
      if (running < mostRunning) return start();
      if (queue.length >= mostWaiting) return null;
      return new Promise((resolve) => {
        const giveUp = () => {
          queue.splice(queue.indexOf(waiting), 1);
          resolve(null);
        };
        const timer = setTimeout(giveUp, Math.ceil(patienceMs));
        const waiting = { giveUpMs: elapsedMs() + patienceMs, timer, resolve };
        queue.push(waiting);
      });
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";

/** From this rate of refusals on, sending them takes a noticeable part of the thread's time. */
const manyASecond = 1000;
/** A network with more refusals than this in one to two seconds does not heed Retry-After. */
const fewASecond = 3;
const periodMs = 1000;
/** Delay of a refusal to such a network. */
const lateMs = 1000;
/** Most refusals delayed at the same time: a quarter of the connections that may be open. */
const mostWaiting = 500;

type Period = { all: number; byNetwork: Map<string, number> };
const nothing = (): Period => ({ all: 0, byNetwork: new Map() });

/**
 * Counts refusals and, at a high rate of them, delays those to networks that do not heed Retry-After. Such a client sends its next
 * request only after the refusal; without the delay a few hundred connections take nearly all processor time. A client that heeds
 * Retry-After is never delayed.
 */
export function lateRefusals(elapsedMs: () => number, later: (ms: number) => Promise<unknown> = wait) {
  let startMs = elapsedMs();
  let [before, current] = [nothing(), nothing()];
  let waiting = 0;
  const roll = () => {
    const nowMs = elapsedMs();
    if (nowMs - startMs < periodMs) return;
    before = nowMs - startMs < 2 * periodMs ? current : nothing();
    current = nothing();
    startMs = nowMs;
  };
  /** A refusal of the network; undefined where it is sent at once. */
  return (network: string): Promise<void> | undefined => {
    roll();
    const ofNetwork = (current.byNetwork.get(network) ?? 0) + 1;
    current.byNetwork.set(network, ofNetwork);
    current.all += 1;
    const isFlood = Math.max(before.all, current.all) >= manyASecond;
    const isAgain = ofNetwork + (before.byNetwork.get(network) ?? 0) > fewASecond;
    if (!isFlood || !isAgain || waiting >= mostWaiting) return undefined;
    waiting += 1;
    return later(lateMs).then(() => {
      waiting -= 1;
    });
  };
}

import { setTimeout as wait } from "node:timers/promises";

/** So many refusals a second take a noticeable part of the thread, whoever causes them. */
const manyASecond = 1000;
/** A network with more refusals than these in a second or two asks again at once, although it is told to wait. */
const fewASecond = 3;
const periodMs = 1000;
/** How long such a network waits for its refusal. */
const lateMs = 1000;
/** A quarter of the connections that may be open: the others stay free for those who are answered. */
const mostWaiting = 500;

type Period = { all: number; byNetwork: Map<string, number> };
const nothing = (): Period => ({ all: 0, byNetwork: new Map() });

/**
 * Counts refusals, and lets some of them wait: while there are very many, those of networks that ask again at once. A connection that
 * waits costs nothing, and sends no other request: otherwise a few hundred that are refused and ask again leave no time for anybody
 * else. Nobody who heeds Retry-After waits.
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

import type { Networks } from "./networks.ts";

/** Of anything that is short, one network has at most this part while others wait. */
const largestShare = 1 / 5;

/** After so long, half of what a network had is forgotten. */
const halfLifeMs = 20_000;
const turnsOfRefusal = 0.25;
/** Of fewer turns than these a fifth says nothing. */
const fewTurns = 20;
const mostRemembered = 20_000;

/** Who has had how many turns of something that is short, and who holds how many places of it. */
export type FairUse = {
  /** A turn of the networks begins, and with it a place is taken. */
  begins(networks: Networks): void;
  /** The place is free again. */
  ends(networks: Networks): void;
  /** A request of the networks is refused: it counts as a part of a turn, so that who only presses is known at once. */
  refused(networks: Networks): void;
  /** The turns of a network, of either level, the older the less. */
  turns(network: string): number;
  /** How many places a network holds, of the upper level. */
  held(above: string): number;
  /**
   * Whether the network has its share: of the places, or of the turns. It waits then while another one does that has
   * less; where nobody else waits it may have everything.
   */
  isAtShare(above: string): boolean;
};

type Turns = { count: number; atMs: number };

/** `most`: how many places there are. */
export function fairUse({ elapsedMs, most }: { elapsedMs: () => number; most: number }): FairUse {
  const remembered = new Map<string, Turns>();
  const held = new Map<string, number>();
  const share = shareOf(most);
  let all: Turns = { count: 0, atMs: 0 };

  const left = (turns: Turns | undefined, nowMs: number) =>
    turns ? turns.count * 0.5 ** ((nowMs - turns.atMs) / halfLifeMs) : 0;
  const turns = (network: string, nowMs: number) => left(remembered.get(network), nowMs);
  const count = (network: string, more: number, nowMs: number) => {
    const had = turns(network, nowMs);
    // At the end of the order: the first is the one that was not seen for longest.
    remembered.delete(network);
    remembered.set(network, { count: had + more, atMs: nowMs });
    const [oldest] = remembered.size > mostRemembered ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
  };
  const add = ({ client, above }: Networks, more: number) => {
    const nowMs = elapsedMs();
    all = { count: left(all, nowMs) + more, atMs: nowMs };
    count(client, more, nowMs);
    if (above !== client) count(above, more, nowMs);
  };
  const hold = (above: string, change: 1 | -1) => {
    const places = (held.get(above) ?? 0) + change;
    if (places > 0) held.set(above, places);
    else held.delete(above);
  };

  return {
    begins(networks) {
      add(networks, 1);
      hold(networks.above, 1);
    },
    ends: ({ above }) => hold(above, -1),
    refused: (networks) => add(networks, turnsOfRefusal),
    turns: (network) => turns(network, elapsedMs()),
    held: (above) => held.get(above) ?? 0,
    isAtShare(above) {
      if ((held.get(above) ?? 0) >= share) return true;
      const nowMs = elapsedMs();
      const total = left(all, nowMs);
      return total >= fewTurns && turns(above, nowMs) > total * largestShare;
    },
  };
}

/** A fifth, and one at least. */
export function shareOf(amount: number): number {
  return Math.max(1, Math.floor(amount * largestShare));
}

import { shareOf } from "./fair-use.ts";
import type { Networks } from "./networks.ts";

/** One part of something that is held for long: a connection, a stream, bytes of a body. */
type Slot = {
  /** Changes how much it holds; false where that much is not free. It then holds what it had. */
  resize(size: number): boolean;
  release(): void;
};

type FairSlots = {
  /**
   * Null where all is taken and nobody holds more than a fifth. `evict` is called when others need it: the holder has to
   * end, and need not release it.
   */
  take(networks: Networks, size: number, evict: () => void): Slot | null;
  /** How much is held, of all. */
  held(): number;
};

type Held = { networks: Networks; size: number; evict: () => void };

/**
 * What is held for long is shared when it is all taken: a network below a fifth then takes from the network that holds
 * most, if that is above a fifth; of its parts those of the greediest address, and the oldest first. While nothing is short,
 * everybody may have all of it.
 */
export function fairSlots(most: number): FairSlots {
  const all = new Set<Held>();
  const share = shareOf(most);
  let total = 0;
  const sums = { client: new Map<string, number>(), above: new Map<string, number>() };

  const add = ({ networks }: Held, change: number) => {
    total += change;
    for (const level of ["client", "above"] as const) {
      const sum = (sums[level].get(networks[level]) ?? 0) + change;
      if (sum > 0) sums[level].set(networks[level], sum);
      else sums[level].delete(networks[level]);
    }
  };
  const end = (slot: Held) => {
    if (all.delete(slot)) add(slot, -slot.size);
  };
  /** The part to end so that these networks get more; undefined where they have their share, or nobody has more. */
  const greediest = ({ client, above }: Networks, size: number, except: Held | undefined): Held | undefined => {
    const [ofClient, ofAbove] = [(sums.client.get(client) ?? 0) + size, (sums.above.get(above) ?? 0) + size];
    const [name, sum] = ofAbove > share ? [above, ofAbove] : (largest(sums.above) ?? ["", 0]);
    // Within its own network an address takes from one that has more than a fifth of that.
    const mayTake = name === above ? ofClient <= shareOf(sum) : sum > share;
    if (!mayTake) return undefined;
    const parts = [...all].filter((slot) => slot.networks.above === name && slot !== except);
    const [address] =
      largest(parts.map(({ networks }) => [networks.client, sums.client.get(networks.client) ?? 0])) ?? [];
    return parts.find(({ networks }) => networks.client === address && networks.client !== client);
  };
  const makeRoom = (networks: Networks, size: number, except?: Held): boolean => {
    while (total + size > most) {
      const slot = greediest(networks, size, except);
      if (!slot) return false;
      end(slot);
      slot.evict();
    }
    return true;
  };

  return {
    take(networks, size, evict) {
      if (!makeRoom(networks, size)) return null;
      const slot: Held = { networks, size, evict };
      all.add(slot);
      add(slot, size);
      return {
        resize(next) {
          if (!all.has(slot) || (next > slot.size && !makeRoom(networks, next - slot.size, slot))) return false;
          add(slot, next - slot.size);
          slot.size = next;
          return true;
        },
        release: () => end(slot),
      };
    },
    held: () => total,
  };
}

function largest(sums: Iterable<[string, number]>): [string, number] | undefined {
  let most: [string, number] | undefined;
  for (const entry of sums) if (most === undefined || entry[1] > most[1]) most = entry;
  return most;
}

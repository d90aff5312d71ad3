import type { FairUse } from "./fair-use.ts";
import type { Networks } from "./networks.ts";

type Above<Item> = { count: number; clients: Map<string, Item[]> };

/**
 * What waits for something short. The next is of the network that has had the fewest turns lately, and in it of the
 * address that has: whoever sends many waits behind everybody who sends few. A network with its share comes after all
 * that have less. Of an address the first comes first.
 */
export class FairQueue<Item> {
  readonly #use: Pick<FairUse, "turns" | "isAtShare">;
  readonly #waiting = new Map<string, Above<Item>>();
  #length = 0;

  constructor(use: Pick<FairUse, "turns" | "isAtShare">) {
    this.#use = use;
  }

  get length(): number {
    return this.#length;
  }

  add({ above: name, client }: Networks, item: Item): void {
    const above = this.#waiting.get(name) ?? { count: 0, clients: new Map<string, Item[]>() };
    const items = above.clients.get(client) ?? [];
    items.push(item);
    above.clients.set(client, items);
    above.count += 1;
    this.#waiting.set(name, above);
    this.#length += 1;
  }

  /** Takes the next one out, of the networks that may start. */
  next(mayStart: (above: string) => boolean = () => true): { networks: Networks; item: Item } | undefined {
    const { turns, isAtShare } = this.#use;
    const names = [...this.#waiting.keys()].filter(mayStart);
    const modest = names.filter((name) => !isAtShare(name));
    const above = leastOf(modest.length > 0 ? modest : names, turns);
    const client = above === undefined ? undefined : leastOf(this.#waiting.get(above)?.clients.keys() ?? [], turns);
    if (above === undefined || client === undefined) return undefined;
    const networks = { client, above };
    const [item] = this.#taken(networks, 0);
    return item === undefined ? undefined : { networks, item };
  }

  /** Whether one waits whose network is below its share. */
  hasModest(): boolean {
    return this.hasAny((name) => !this.#use.isAtShare(name));
  }

  /** Whether one of such a network waits. */
  hasAny(isSuch: (above: string) => boolean): boolean {
    for (const name of this.#waiting.keys()) if (isSuch(name)) return true;
    return false;
  }

  /** About how many start before one of these networks that joins now. */
  ahead({ above: name, client }: Networks): number {
    const { turns } = this.#use;
    const inside = this.#waiting.get(name);
    const ofClient = inside?.clients.get(client)?.length ?? 0;
    let ahead = ofClient;
    for (const [key, items] of inside?.clients ?? [])
      if (key !== client) ahead += startsBefore(items.length, turns(key), turns(client) + ofClient);
    let aheadOfOthers = 0;
    for (const [key, { count }] of this.#waiting)
      if (key !== name) aheadOfOthers += startsBefore(count, turns(key), turns(name) + ahead);
    return ahead + aheadOfOthers;
  }

  /** How many of the network wait. */
  of(above: string): number {
    return this.#waiting.get(above)?.count ?? 0;
  }

  /** Takes out the first ones of each address while `isDropped` says so. */
  drop(isDropped: (first: Item) => boolean): void {
    for (const [above, { clients }] of this.#waiting) {
      for (const [client, items] of clients) {
        for (let first = items[0]; first !== undefined && isDropped(first); first = items[0])
          this.#taken({ client, above }, 0);
      }
    }
  }

  /** Takes out one item; false where it is no longer there. */
  remove(networks: Networks, item: Item): boolean {
    const at = this.#waiting.get(networks.above)?.clients.get(networks.client)?.indexOf(item) ?? -1;
    return at >= 0 && this.#taken(networks, at).length > 0;
  }

  /**
   * Takes out the last one of the greediest address of the network that waits most, for one of these networks: if that
   * one has `share` or more, and more than theirs with it.
   */
  displace({ above }: Networks, share: number): Item | undefined {
    let [greediest, most] = ["", 0];
    for (const [name, { count }] of this.#waiting) if (count > most) [greediest, most] = [name, count];
    if (most < share || most <= this.of(above) + 1) return undefined;
    let [address, length] = ["", 0];
    for (const [client, items] of this.#waiting.get(greediest)?.clients ?? [])
      if (items.length > length) [address, length] = [client, items.length];
    return this.#taken({ client: address, above: greediest }, length - 1)[0];
  }

  /** The first of each address that starts before one of these networks. */
  *firstsAhead({ above: name }: Networks): Iterable<Item> {
    const ownTurns = this.#use.turns(name);
    for (const [key, { clients }] of this.#waiting) {
      if (key !== name && this.#use.turns(key) > ownTurns) continue;
      for (const [first] of clients.values()) if (first !== undefined) yield first;
    }
  }

  #taken({ client, above: name }: Networks, at: number): Item[] {
    const above = this.#waiting.get(name);
    const items = above?.clients.get(client);
    const taken = items?.splice(at, 1) ?? [];
    if (!above || !items || taken.length === 0) return [];
    this.#length -= 1;
    above.count -= 1;
    if (items.length === 0) above.clients.delete(client);
    if (above.count === 0) this.#waiting.delete(name);
    return taken;
  }
}

/** Of `count` others, who have had `othersTurns` each, so many start before one with `ownTurns`. */
function startsBefore(count: number, othersTurns: number, ownTurns: number): number {
  return Math.min(count, Math.max(0, Math.floor(ownTurns - othersTurns) + 1));
}

/** The first of those with the fewest turns. */
function leastOf(names: Iterable<string>, turns: (name: string) => number): string | undefined {
  let least: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const had = turns(name);
    if (had < fewest) [least, fewest] = [name, had];
  }
  return least;
}

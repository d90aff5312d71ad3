/** Reproducible randomness: the same names give the same numbers. */
export type Chance = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** True with this percentage. */
  percent(of: number): boolean;
  /** An integer, both ends included. */
  between(least: number, most: number): number;
  pick<Item>(list: readonly Item[]): Item;
  /** One of them, by weight. */
  weighed<Item>(list: readonly (readonly [weight: number, item: Item])[]): Item;
  shuffled<Item>(list: readonly Item[]): Item[];
};

/** A separate stream per name, so that one order never affects another's random numbers. */
export function chance(...names: (string | number)[]): Chance {
  let state = named(names.join("\n"));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const pick = <Item>(list: readonly Item[]): Item => {
    const item = list[between(0, list.length - 1)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  };
  return {
    next,
    percent: (of) => next() * 100 < of,
    between,
    pick,
    weighed(list) {
      const sum = list.reduce((total, [weight]) => total + weight, 0);
      let left = next() * sum;
      for (const [weight, item] of list) {
        left -= weight;
        if (left < 0) return item;
      }
      return pick(list)[1];
    },
    shuffled(list) {
      const keyed = list.map((item) => [next(), item] as const);
      return keyed.sort(([a], [b]) => a - b).map(([, item]) => item);
    },
  };
}

function named(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash | 0;
}

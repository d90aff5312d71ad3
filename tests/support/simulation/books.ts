import { accounts } from "../../../upstream/domain/ledger/booking.ts";

/** One line of what the outside world itself wrote down: minor units, plus where money came to lie there. */
type Line = { account: string; ref: string | null; what: string; amount: bigint };

/** The rails' own books, kept apart from the service's: who holds what, and for which order it moved. */
export type Books = {
  lines: Line[];
  enter(place: { rail: string; asset: string }, ref: string | null, what: string, amount: bigint): void;
  /** What lies there, by the name that the ledger has for the place. */
  held(): Map<string, bigint>;
  /** What moved there for one order, by `<ref> <place>`; without those where nothing is left moved. */
  byOrder(): Map<string, bigint>;
};

export function openBooks(): Books {
  const lines: Line[] = [];
  const sums = (nameOf: (line: Line) => string | null) => {
    const found = new Map<string, bigint>();
    for (const line of lines) {
      const name = nameOf(line);
      if (name !== null) found.set(name, (found.get(name) ?? 0n) + line.amount);
    }
    return new Map([...found].filter(([, amount]) => amount !== 0n));
  };
  return {
    lines,
    enter: ({ rail, asset }, ref, what, amount) => {
      lines.push({ account: accounts.rail(rail, asset), ref, what, amount });
    },
    held: () => sums(({ account }) => account),
    byOrder: () => sums(({ account, ref }) => (ref === null ? null : `${ref} ${account}`)),
  };
}

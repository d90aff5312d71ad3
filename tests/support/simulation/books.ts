import { accounts } from "../../../upstream/ledger/rules/booking.ts";

/** An entry in the outside world's books: minor units, and the account there. */
type Line = { account: string; ref: string | null; what: string; amount: bigint };

/** The rails' books, independent of the service's: balances, and the transfers of each order, withdrawal and deposit. */
export type Books = {
  lines: Line[];
  enter(place: { rail: string; asset: string }, ref: string | null, what: string, amount: bigint): void;
  /** The balance there, by the ledger's name of the account. */
  held(): Map<string, bigint>;
  /** The transfers there of one order, withdrawal or deposit, by `<ref> <place>`; without zero sums. */
  byOwner(): Map<string, bigint>;
};

export function openBooks(): Books {
  const lines: Line[] = [];
  const sums = (nameOf: (line: Line) => string | null) => {
    const sumByName = new Map<string, bigint>();
    for (const line of lines) {
      const name = nameOf(line);
      if (name !== null) sumByName.set(name, (sumByName.get(name) ?? 0n) + line.amount);
    }
    return new Map([...sumByName].filter(([, amount]) => amount !== 0n));
  };
  return {
    lines,
    enter: ({ rail, asset }, ref, what, amount) => {
      lines.push({ account: accounts.rail(rail, asset), ref, what, amount });
    },
    held: () => sums(({ account }) => account),
    byOwner: () => sums(({ account, ref }) => (ref === null ? null : `${ref} ${account}`)),
  };
}

import type { StatementCredit } from "../../../books/reconciliation/rules/statement-lines.ts";
import type { Book, BookLine } from "./book.ts";
import type { Matches, Proposal } from "./match-lines.ts";

/** What a statement is made of. `until`: the end of the reports. `underWayFrom`: a proposal from then on is under way, an older one is a difference. */
export type StatementSource = {
  book: Book;
  matches: Matches;
  until: Date;
  underWayFrom: Date;
  ownAccounts: readonly string[];
};

/** How the ledger names a payment by its transaction. */
export const creditId = (tx: string) => tx.toLowerCase();

/** Payments of customers: those that were entered, and what else came from somebody's account. */
export function creditsOf({ book, matches, until, underWayFrom, ownAccounts }: StatementSource): StatementCredit[] {
  const received = book.entries.filter(({ kind }) => kind === "received");
  const entered = received.map((entry): StatementCredit => {
    const { tx, amount, fee, task, isNew, at } = entry;
    const line = matches.entered.get(entry.id);
    // In a currency of which the exchange has no asset it is another payment than the one that was entered.
    if (line?.balance != null && line.asset !== null) return creditOf(line, { id: creditId(tx), isUnderWay: isNew });
    const missing = { id: creditId(tx), asset: task.asset, place: "hot", amount, fee, isUnderWay: false } as const;
    return { ...missing, state: !line && at >= until ? "later" : "gone" };
  });
  const isCustomers = ({ gross, account }: BookLine) =>
    gross > 0n && account !== null && !ownAccounts.includes(account);
  // The entry of such a transaction names another payer, or another side.
  const idOf = ({ tx, number }: BookLine) =>
    matches.contradicted.has(number) ? `${creditId(tx)}:payer` : creditId(tx);
  const unasked = matches.rest.filter(isCustomers).map((line) => creditOf(line, { id: idOf(line), isUnderWay: false }));
  const proposed = matches.proposals
    .filter(({ kind }) => kind === "received")
    .map(({ line }) => creditOf(line, { id: creditId(line.tx), isUnderWay: line.at >= underWayFrom }));
  return [...entered, ...unasked, ...proposed];
}

/** What came from nobody's account, or from ours: from a bank, or by PayPal itself. */
export function fillsOf({ matches, ownAccounts }: StatementSource): StatementCredit[] {
  const isOurs = ({ gross, account }: BookLine) => gross > 0n && (account === null || ownAccounts.includes(account));
  return matches.rest.filter(isOurs).map((line) => ({
    ...creditOf(line, { id: line.tx, isUnderWay: false }),
    ...{ amount: line.gross - line.fee, fee: 0n },
  }));
}

const creditOf = (
  { asset, gross, fee }: BookLine,
  named: Pick<StatementCredit, "id" | "isUnderWay">,
): StatementCredit => ({ ...named, asset, place: "hot", amount: gross, fee, state: "included" });

/** The return of a payout that nobody has accepted yet. */
export const returnOf = ({ proposals }: Matches, task: number): Proposal | undefined =>
  proposals.find((proposal) => proposal.kind === "returned" && proposal.task.number === task);

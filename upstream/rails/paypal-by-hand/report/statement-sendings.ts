import type {
  BlockedPayment,
  PlacedAmount,
  StatementSending,
} from "../../../books/reconciliation/rules/statement-lines.ts";
import type { BookEntry, BookLine, BookTask } from "./book.ts";
import { awayByCases } from "./match-disputes.ts";
import type { Proposal } from "./match-lines.ts";
import { returnOf, type StatementSource } from "./statement-credits.ts";

/** All that has left: payouts and refunds by their movement, then what nobody has asked for. */
export function sendingsOf(source: StatementSource): StatementSending[] {
  const { book, matches } = source;
  const ofTasks = book.tasks.flatMap((task) => (task.movementId === null ? [] : (ofTask(source, task) ?? [])));
  const unasked = matches.rest.filter(({ gross, asset }) => gross < 0n && asset !== null);
  const others = unasked.map((line) => unaskedSending(line, false));
  return [...ofTasks, ...ofMovements(source), ...ofRefunds(source), ...others];
}

/** What was entered and is not in the report is `signed`: it may have been sent, and was not. */
function ofTask(source: StatementSource, task: BookTask): StatementSending | undefined {
  const { book, matches, until, underWayFrom } = source;
  const ofThis = book.entries.filter((entry) => entry.task.number === task.number);
  const paid = ofThis.find(({ kind }) => kind === "paid");
  const back = ofThis.find(({ kind }) => kind === "returned");
  const proposed = matches.proposals.find(
    (proposal) => proposal.kind === "paid" && proposal.task.number === task.number,
  )?.line;
  const sent = paid ? movedLine(source, paid) : proposed;
  const proposedBack = returnOf(matches, task.number)?.line;
  const returned = back ? movedLine(source, back) : proposedBack;
  if (!paid && !proposed) return undefined;
  const lines = [sent, returned].filter((line) => line !== undefined);
  const isWaiting = back?.isNew === true || (proposedBack !== undefined && proposedBack.at >= underWayFrom);
  const isLater = [paid, back].some((entry) => entry && !movedLine(source, entry) && entry.at >= until);
  return {
    ...{ movementId: task.movementId, txId: paid?.tx ?? sent?.tx ?? "", asset: sent?.asset ?? task.asset },
    ...{ amount: task.amount, ...movedBy(lines) },
    state: isWaiting || isLater ? "later" : sent ? "included" : "signed",
    isLongOver: sent !== undefined && sent.at < underWayFrom,
  };
}

/** The line of an entry, where its money has moved in a currency of ours. */
function movedLine({ matches }: StatementSource, { id }: BookEntry): BookLine | undefined {
  const line = matches.entered.get(id);
  return line && line.balance !== null && line.asset !== null ? line : undefined;
}

function ofMovements({ book, matches, until }: StatementSource): StatementSending[] {
  return [...book.sent].map(([txId, { id, asset, amount, at }]) => {
    const line = matches.movements.get(id);
    const sent = line && line.balance !== null && line.asset !== null ? line : undefined;
    // Of a refund, a person has entered when it happened.
    const happenedAt = book.entries.find(({ kind, tx }) => kind === "refunded" && tx === txId)?.at ?? at;
    const isLater = happenedAt !== null && happenedAt >= until;
    return {
      ...{ movementId: id, txId, asset: sent?.asset ?? asset, amount, ...movedBy(sent ? [sent] : []) },
      state: sent ? "included" : isLater ? "later" : "signed",
      isLongOver: false,
    };
  });
}

/** Refunds without a task that are not booked: nobody has entered or confirmed them yet. */
function ofRefunds(source: StatementSource): StatementSending[] {
  const { book, matches, underWayFrom } = source;
  const entered = book.entries
    .filter(({ kind, tx }) => kind === "refunded" && !book.sent.has(tx))
    .flatMap((entry) => movedLine(source, entry) ?? [])
    .map((line) => unaskedSending(line, true));
  const proposed = matches.proposals.filter(({ kind }) => kind === "refunded");
  return [...entered, ...proposed.map(({ line }) => unaskedSending(line, line.at >= underWayFrom))];
}

/** `isUnderWay`: somebody is about to enter or to confirm it. */
function unaskedSending(line: BookLine, isUnderWay: boolean): StatementSending {
  const { tx: txId, asset, gross } = line;
  return {
    ...{ movementId: null, txId, asset: asset ?? "", amount: -gross, ...movedBy([line]) },
    ...{ state: isUnderWay ? "later" : "included", isLongOver: true },
  };
}

/** What lines of one asset come to together. */
function movedBy(lines: readonly BookLine[]): Pick<StatementSending, "moved" | "effects" | "fees"> {
  const placed = (amount: (line: BookLine) => bigint): PlacedAmount[] =>
    lines.flatMap((line) => (line.asset === null ? [] : [{ place: "hot", asset: line.asset, amount: amount(line) }]));
  return {
    moved: lines.reduce((sum, { gross }) => sum - gross, 0n),
    effects: placed(({ gross }) => gross),
    fees: placed(({ fee }) => fee).filter(({ amount }) => amount !== 0n),
  };
}

/**
 * What PayPal has blocked or taken back of each payment, all lines about it together. Under way is what agrees once a second person has
 * looked, or was proposed a short time ago.
 */
export function blocksOf({ book, matches, underWayFrom }: StatementSource): BlockedPayment[] {
  const blocks = new Map<string, BlockedPayment>();
  for (const { reference, asset, gross, fee, tx, balance } of matches.blocks) {
    if (asset === null || balance === null) continue;
    const amount = (blocks.get(reference)?.amount ?? 0n) - gross + fee;
    blocks.set(reference, { paymentId: reference.toLowerCase(), txId: tx, asset, amount, isUnderWay: false });
  }
  return [...blocks].map(([payment, block]) => {
    const away = awayByCases(book.disputes, payment);
    const isWaiting = away.booked !== away.entered && away.entered === block.amount;
    const isProposed = matches.proposals.some(
      ({ kind, line }) => disputeKinds.has(kind) && line.reference === payment && line.at >= underWayFrom,
    );
    return { ...block, isUnderWay: isWaiting || isProposed };
  });
}

const disputeKinds: ReadonlySet<Proposal["kind"]> = new Set<Proposal["kind"]>([
  "disputed",
  "dispute_won",
  "dispute_lost",
]);

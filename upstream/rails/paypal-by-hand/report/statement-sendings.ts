import type { PlacedAmount, StatementBlock, StatementSending } from "../../../reconciliation/rules/statement-lines.ts";
import type { BookEntry, BookLine, BookTask } from "./match-lines.ts";
import { returnOf, type StatementSource } from "./statement-credits.ts";

/** All that has left: payouts and refunds by their movement, then what nobody has asked for. */
export function sendingsOf(source: StatementSource): StatementSending[] {
  const { book, matches } = source;
  const ofTasks = book.tasks.flatMap((task) => (task.movementId === null ? [] : (ofTask(source, task) ?? [])));
  const unasked = matches.rest.filter(({ gross, asset }) => gross < 0n && asset !== null);
  return [...ofTasks, ...ofMovements(source), ...unasked.map((line) => unaskedSending(line))];
}

/** What was entered and is not in the report is `signed`: it may have been sent, and was not. */
function ofTask(source: StatementSource, task: BookTask): StatementSending | undefined {
  const { book, matches, until, underWayFrom } = source;
  const ofThis = book.entries.filter((entry) => entry.task.number === task.number);
  const paid = ofThis.find(({ kind }) => kind === "paid");
  const back = ofThis.find(({ kind }) => kind === "returned");
  const proposed = matches.proposals.find((one) => one.kind === "paid" && one.task.number === task.number)?.line;
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
    const isLater = at !== null && at >= until;
    return {
      ...{ movementId: id, txId, asset: sent?.asset ?? asset, amount, ...movedBy(sent ? [sent] : []) },
      state: sent ? "included" : isLater ? "later" : "signed",
      isLongOver: false,
    };
  });
}

function unaskedSending(line: BookLine): StatementSending {
  const { tx: txId, asset, gross } = line;
  return {
    ...{ movementId: null, txId, asset: asset ?? "", amount: -gross, ...movedBy([line]) },
    ...{ state: "included", isLongOver: true },
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

/** What PayPal has blocked or taken back of each payment, all lines about it together. */
export function blocksOf({ matches }: StatementSource): StatementBlock[] {
  const blocks = new Map<string, StatementBlock>();
  for (const { reference, asset, gross, fee, tx, balance } of matches.blocks) {
    if (asset === null || balance === null) continue;
    const before = blocks.get(reference)?.amount ?? 0n;
    blocks.set(reference, { paymentId: reference.toLowerCase(), txId: tx, asset, amount: before - gross + fee });
  }
  return [...blocks.values()];
}

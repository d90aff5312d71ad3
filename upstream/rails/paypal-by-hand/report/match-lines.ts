import type { BlockLine, Book, BookEntry, BookLine, BookPayment, BookTask, MoneyKind } from "./book.ts";
import { isBlockType, isRefundType } from "./line-money.ts";
import { type DisputeProposal, proposeDisputes, refundsOfCases } from "./match-disputes.ts";

/** `caseId`: of the end of a case. */
export type Proposal = {
  line: BookLine;
  task: BookTask;
  kind: MoneyKind | DisputeProposal["kind"];
  caseId?: string | null;
};

/**
 * What each transaction of the reports is. `entered`: the line of an entry, by the entry. `contradicted`: lines with the transaction of
 * an entry that they cannot be. `blocks`: holds and reversals of payments, and refunds that end a case. `movements`: the
 * line of a movement without a task, by the movement; a refund that was entered has both. `rest`: what nobody has entered and no task asks for.
 */
export type Matches = {
  entered: ReadonlyMap<string, BookLine>;
  contradicted: ReadonlySet<number>;
  proposals: readonly Proposal[];
  blocks: readonly BlockLine[];
  movements: ReadonlyMap<string, BookLine>;
  rest: readonly BookLine[];
};

const minuteMs = 60_000;
/** Between PayPal's clock and ours, where a person has entered the time. */
const clockMs = 5 * minuteMs;

/** By transaction first; then each line that nobody has entered is proposed for at most one task, and each task once. */
export function matchLines(book: Book): Matches {
  const entryOf = new Map(book.entries.map((entry) => [entry.tx, entry]));
  const entered = new Map<string, BookLine>();
  const contradicted = new Set<number>();
  const movements = new Map<string, BookLine>();
  const [holds, unclear]: [BlockLine[], BookLine[]] = [[], []];
  for (const line of book.lines) {
    const entry = entryOf.get(line.tx);
    const movement = entry && entry.kind !== "refunded" ? undefined : book.sent.get(line.tx);
    const { reference } = line;
    if (entry && isOf(line, entry)) {
      entered.set(entry.id, line);
      if (movement) movements.set(movement.id, line);
    } else if (!entry && movement && line.gross < 0n) movements.set(movement.id, line);
    else if (entry) {
      contradicted.add(line.number);
      unclear.push(line);
    } else if (reference !== null && book.payments.has(reference) && isBlockType(line.type))
      holds.push({ ...line, reference });
    else unclear.push(line);
  }
  const ofCases = refundsOfCases(
    unclear.filter(({ number }) => !contradicted.has(number)),
    holds,
    book.disputes,
  );
  const blocks = [...holds, ...ofCases];
  const isOfCase = new Set(ofCases.map(({ number }) => number));
  const free = unclear.filter(({ number }) => !isOfCase.has(number));
  const moved = free.filter(({ balance }) => balance !== null);
  const proposals = [...proposalsOf(book, moved, contradicted), ...disputeProposals(book, blocks)];
  const proposed = new Set(proposals.map(({ line }) => line.number));
  const rest = moved.filter(({ number }) => !proposed.has(number));
  return { entered, contradicted, proposals, blocks, movements, rest };
}

function disputeProposals({ payments, tasks, disputes }: Book, blocks: readonly BlockLine[]): Proposal[] {
  const inCurrency = blocks.filter(({ reference, asset }) => payments.get(reference)?.asset === asset);
  return proposeDisputes(inCurrency, disputes).flatMap((proposal): Proposal[] => {
    const ref = payments.get(proposal.line.reference)?.orderRef;
    const task = tasks.find(({ kind, orderRef }) => kind === "invoice" && orderRef === ref);
    return task ? [{ ...proposal, task }] : [];
  });
}

/** Side, account and time agree; amounts that differ are named as such. */
function isOf(line: BookLine, { kind, task, hasOtherPayer, ofTx }: BookEntry): boolean {
  const isSent = kind === "paid" || kind === "refunded";
  if (line.gross < 0n !== isSent || isBefore(line, task.createdAt, clockMs)) return false;
  const original = task.kind === "refund" && kind === "paid" ? task.refundOf : ofTx;
  if (original !== null && line.reference !== null && line.reference !== original) return false;
  // A refund goes to the account that has paid, whomever the order names.
  if (task.kind === "refund" || kind === "refunded" || hasOtherPayer || !line.account) return true;
  return isSame(task.account, line.account);
}

/** An older transaction is something else. */
const isBefore = ({ at }: BookLine, createdAt: Date, toleratedMs = 0) =>
  at.getTime() < Math.floor(createdAt.getTime() / minuteMs) * minuteMs - toleratedMs;

const isSame = (expected: string | null, account: string | null) =>
  expected === null || expected.toLowerCase() === account;

function proposalsOf(book: Book, lines: readonly BookLine[], contradicted: ReadonlySet<number>): Proposal[] {
  const open = book.tasks.filter(({ isUnfinished }) => isUnfinished);
  const paid = new Map(book.entries.flatMap((entry) => (entry.kind === "paid" ? [[entry.tx, entry]] : [])));
  const returned = new Set(book.entries.flatMap(({ kind, task }) => (kind === "returned" ? [task.number] : [])));
  const proposals: Proposal[] = [];
  const refunds = new Refunds(book);
  for (const line of lines) {
    if (contradicted.has(line.number)) continue;
    const sent = line.gross > 0n && line.reference !== null ? paid.get(line.reference) : undefined;
    if (sent) {
      const isFirst = sent.isConfirmed && !returned.has(sent.task.number);
      if (!isFirst || line.gross > sent.amount || line.asset !== sent.task.asset) continue;
      returned.add(sent.task.number);
      proposals.push({ line, task: sent.task, kind: "returned" });
      continue;
    }
    const refunded = refunds.paymentOf(line);
    const at = open.findIndex((task) => looksLike(line, task) && (task.kind === "refund" || !refunded));
    const task = at === -1 ? undefined : open.splice(at, 1)[0];
    if (task) proposals.push({ line, task, kind: task.kind === "invoice" ? "received" : "paid" });
    else if (refunded && !open.some(({ refundOf }) => refundOf === line.reference)) {
      const invoice = refunds.take(line, refunded);
      if (invoice) proposals.push({ line, task: invoice, kind: "refunded" });
    }
  }
  return proposals;
}

/** Refunds of payments without a task, of at most what is left of each. */
class Refunds {
  private readonly left = new Map<string, bigint>();

  constructor(private readonly book: Book) {
    const { entries, sent, payments } = book;
    for (const [tx, { amount }] of payments) this.left.set(tx, amount);
    for (const { kind, tx, ofTx, task, amount } of entries) {
      if (kind === "refunded") this.reduce(ofTx, sent.has(tx) ? 0n : amount);
      if (kind === "paid") this.reduce(task.refundOf, amount);
    }
    for (const { refundOf, amount } of sent.values()) this.reduce(refundOf, amount);
  }

  /** The payment that a line says to refund. */
  paymentOf({ type, gross, reference }: BookLine): BookPayment | undefined {
    return gross < 0n && reference !== null && isRefundType(type) ? this.book.payments.get(reference) : undefined;
  }

  /** The invoice whose payment it is, if so much of it is left. */
  take({ reference, gross, asset }: BookLine, { orderRef, asset: paid }: BookPayment): BookTask | undefined {
    if (asset !== paid || -gross > (this.left.get(reference ?? "") ?? 0n)) return undefined;
    this.reduce(reference, -gross);
    return this.book.tasks.find((task) => task.kind === "invoice" && task.orderRef === orderRef);
  }

  private reduce(tx: string | null, amount: bigint): void {
    if (tx !== null) this.left.set(tx, (this.left.get(tx) ?? 0n) - amount);
  }
}

function looksLike(line: BookLine, task: BookTask): boolean {
  const isSent = line.gross < 0n;
  const size = isSent ? -line.gross : line.gross;
  if (isSent !== (task.kind === "pay" || task.kind === "refund")) return false;
  if (line.asset !== task.asset || size !== task.amount || isBefore(line, task.createdAt)) return false;
  if (task.kind === "refund") return line.reference === null || line.reference === task.refundOf;
  return isSame(task.account, line.account);
}

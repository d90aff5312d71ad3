import type { TaskKind } from "../task-store.ts";
import { isBlockType, isRefundType } from "./line-money.ts";

/**
 * A transaction of the reports as it is now. Minor units; `gross` below zero for what we have sent. `account`: of the
 * other side; empty once it was erased, null where PayPal names none.
 */
export type BookLine = {
  number: number;
  tx: string;
  at: Date;
  type: string;
  status: string;
  asset: string | null;
  currency: string;
  gross: bigint;
  fee: bigint;
  account: string | null;
  reference: string | null;
  balance: bigint | null;
};

/** What a person has entered and nobody has refused. `isNew`: it waits for the second person, or order and guard have not heard of it. */
export type BookEntry = {
  id: string;
  task: BookTask;
  kind: ProposalKind;
  isConfirmed: boolean;
  isNew: boolean;
  hasOtherPayer: boolean;
  tx: string;
  ofTx: string | null;
  amount: bigint;
  fee: bigint;
  at: Date;
};

/** `account`: whom it pays or invoices; null once it was erased. `refundOf`: the payment that it refunds. */
export type BookTask = {
  number: number;
  kind: TaskKind;
  movementId: string | null;
  orderRef: string | null;
  asset: string;
  amount: bigint;
  account: string | null;
  refundOf: string | null;
  createdAt: Date;
  /** Its money can still be entered. */
  isUnfinished: boolean;
};

/** What was booked as sent without a task; `at`: when. `refundOf`: the payment that it refunds. */
export type BookMovement = { id: string; asset: string; amount: bigint; at: Date | null; refundOf: string | null };

/** What an order has booked as paid. Minor units. */
export type BookPayment = { orderRef: string; asset: string; amount: bigint };

/** `payments`: by their transaction, in capitals. `sent`: movements without a task, by theirs. */
export type Book = {
  lines: readonly BookLine[];
  entries: readonly BookEntry[];
  tasks: readonly BookTask[];
  payments: ReadonlyMap<string, BookPayment>;
  sent: ReadonlyMap<string, BookMovement>;
};

type ProposalKind = "paid" | "received" | "returned" | "refunded";
export type Proposal = { line: BookLine; task: BookTask; kind: ProposalKind };

/**
 * What each transaction of the reports is. `entered`: the line of an entry, by the entry. `contradicted`: lines with the transaction of
 * an entry that they cannot be. `blocks`: holds and reversals of payments. `movements`: the line of a movement without a task, by the
 * movement; a refund that was entered has both. `rest`: what nobody has entered and no task asks for.
 */
export type Matches = {
  entered: ReadonlyMap<string, BookLine>;
  contradicted: ReadonlySet<number>;
  proposals: readonly Proposal[];
  blocks: readonly (BookLine & { reference: string })[];
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
  const [blocks, free]: [(BookLine & { reference: string })[], BookLine[]] = [[], []];
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
      free.push(line);
    } else if (reference !== null && book.payments.has(reference) && isBlockType(line.type))
      blocks.push({ ...line, reference });
    else free.push(line);
  }
  const moved = free.filter(({ balance }) => balance !== null);
  const proposals = proposalsOf(book, moved, contradicted);
  const proposed = new Set(proposals.map(({ line }) => line.number));
  const rest = moved.filter(({ number }) => !proposed.has(number));
  return { entered, contradicted, proposals, blocks, movements, rest };
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
  const paid = new Map(book.entries.flatMap((one) => (one.kind === "paid" ? [[one.tx, one]] : [])));
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

import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Orm } from "../../../db/database.ts";
import { order, outgoing, payment, paypalEntry, paypalLine, paypalTask } from "../../../db/schema/index.ts";
import { currencyAssets } from "../../../market/rules/currency-assets.ts";
import { casesOf } from "../cases.ts";
import { isTx } from "../entry-faults.ts";
import { paypalByHand } from "../settings.ts";
import type { EntryKind, EntryRow } from "../task-store.ts";
import type { Book, BookDispute, BookEntry, BookLine, BookMovement, BookPayment, BookTask } from "./book.ts";

type Reader = Pick<Orm, "select">;

/**
 * The reports, and all that people have said. All at once: people do some hundreds of these a day at most. `assets`: those that the
 * rail serves; a line in another currency has none.
 */
export async function readBook(reader: Reader, assets: readonly string[]): Promise<Book> {
  const tasks = await readTasks(reader);
  const byNumber = new Map(tasks.map((task) => [task.number, task]));
  const entries = await reader
    .select()
    .from(paypalEntry)
    .where(and(ne(paypalEntry.state, "refused"), isNotNull(paypalEntry.tx)))
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
  return {
    lines: await readLines(reader, assets),
    entries: entries.flatMap((entry) => entryOf(entry, byNumber.get(entry.task)) ?? []),
    tasks,
    payments: await bookedPayments(reader),
    disputes: await readDisputes(reader),
    sent: await namedMovements(reader, new Set(tasks.flatMap(({ movementId }) => movementId ?? []))),
  };
}

async function readLines(reader: Reader, assets: readonly string[]): Promise<BookLine[]> {
  const rows = await reader
    .select()
    .from(paypalLine)
    .where(isNull(paypalLine.replacedBy))
    .orderBy(asc(paypalLine.at), asc(paypalLine.import), asc(paypalLine.position));
  return rows.map((row) => ({ ...row, asset: assetOf(row.currency, assets) }));
}

function assetOf(currency: string, assets: readonly string[]): string | null {
  const [, asset] = Object.entries(currencyAssets).find(([name]) => name === currency.toLowerCase()) ?? [];
  return asset !== undefined && assets.includes(asset) ? asset : null;
}

async function readTasks(reader: Reader): Promise<BookTask[]> {
  const rows = await reader
    .select({ task: paypalTask, account: outgoing.account, payer: order.payinAccount, payinMethod: order.payinMethod })
    .from(paypalTask)
    .leftJoin(outgoing, eq(outgoing.id, paypalTask.movementId))
    .leftJoin(order, eq(order.ref, sql`coalesce(${outgoing.orderRef}, ${paypalTask.orderRef})`))
    .where(ne(paypalTask.kind, "cancel_invoice"))
    .orderBy(asc(paypalTask.number));
  return rows.map(({ task, account, payer, payinMethod }) => {
    const refundOf = account !== null && isTx(account) ? account : null;
    const { number, kind, movementId, orderRef, asset, amount, createdAt, endedAt, state } = task;
    const isExecuted = kind !== "invoice" || payinMethod !== null;
    return {
      ...{ number, kind, movementId, orderRef, asset, amount, createdAt, refundOf },
      // An erased account of a movement is empty.
      account: kind === "pay" && refundOf === null ? account || null : payer,
      isUnfinished: endedAt === null && state !== "entered" && isExecuted,
    };
  });
}

function entryOf(row: typeof paypalEntry.$inferSelect, task: BookTask | undefined): BookEntry | undefined {
  const { id, kind, state, tx, ofTx, amount, fee, at, isTold, hasOtherPayer } = row;
  if (!task || !isMoneyKind(kind) || tx === null || amount === null || fee === null) return undefined;
  const isConfirmed = state === "confirmed";
  return { id, task, kind, isConfirmed, isNew: !isConfirmed || !isTold, hasOtherPayer, tx, ofTx, amount, fee, at };
}

const isMoneyKind = (kind: EntryKind): kind is BookEntry["kind"] =>
  kind === "paid" || kind === "received" || kind === "returned" || kind === "refunded";

/** The cases of all orders, with the payment that each is about. */
async function readDisputes(reader: Reader): Promise<BookDispute[]> {
  const rows = await reader
    .select({ entry: paypalEntry, ref: order.ref, disputes: order.disputes })
    .from(paypalEntry)
    .innerJoin(paypalTask, eq(paypalTask.number, paypalEntry.task))
    .innerJoin(order, eq(order.ref, paypalTask.orderRef))
    .where(and(ne(paypalEntry.state, "refused"), isNotNull(paypalEntry.caseId)))
    .orderBy(asc(paypalEntry.enteredAt), asc(paypalEntry.id));
  const refs = [...new Set(rows.map(({ ref }) => ref))];
  return refs.flatMap((ref) => {
    const ofOrder = rows.filter((row) => row.ref === ref);
    const entries = ofOrder.map(({ entry }) => entry);
    return casesOf(ofOrder[0]?.disputes ?? [], entries).flatMap((dispute) =>
      dispute.ofTx === null ? [] : [{ ...dispute, ofTx: dispute.ofTx, lines: linesOf(entries, dispute.caseId) }],
    );
  });
}

const linesOf = (entries: readonly EntryRow[], caseId: string) =>
  entries.flatMap((entry) => (entry.caseId === caseId ? (entry.line ?? []) : []));

async function bookedPayments(reader: Reader): Promise<Map<string, BookPayment>> {
  const { railPaymentId: tx, orderRef, asset, amount } = payment;
  const rows = await reader
    .select({ tx, orderRef, asset, amount })
    .from(payment)
    .where(and(eq(payment.rail, paypalByHand), eq(payment.status, "final")));
  return new Map(rows.map(({ tx: id, ...paid }) => [id.toUpperCase(), paid]));
}

/** What was booked as sent without a task: refunds that PayPal has made, and payouts that were recorded by hand. */
async function namedMovements(reader: Reader, withTask: ReadonlySet<string>): Promise<Map<string, BookMovement>> {
  const rows = await reader
    .select({
      id: outgoing.id,
      tx: outgoing.railTxId,
      asset: outgoing.asset,
      amount: outgoing.amount,
      at: outgoing.settledAt,
      kind: outgoing.kind,
      account: outgoing.account,
    })
    .from(outgoing)
    .where(and(eq(outgoing.rail, paypalByHand), isNotNull(outgoing.railTxId)));
  const taskless = rows.filter(({ id }) => !withTask.has(id));
  return new Map(
    taskless.flatMap(({ tx, kind, account, ...row }) => {
      const refundOf = kind === "refund" ? account.toUpperCase() : null;
      return tx === null ? [] : [[tx.toUpperCase(), { ...row, refundOf }] as const];
    }),
  );
}

import { bytesToHex } from "@noble/hashes/utils.js";
import { eq, lt, sql } from "drizzle-orm";
import type { Database, Orm, Tx } from "../../../db/database.ts";
import { sandboxInvoice } from "../../../db/schema/index.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Ids } from "../../../ports/ids.ts";
import { fingerprint } from "../fingerprint.ts";
import { type Changed, type Invoice, impossible } from "./invoice.ts";

type Row = typeof sandboxInvoice.$inferSelect;
type Reader = Pick<Orm, "select">;
type Desk = { db: Database; clock: Clock; ids: Ids };

/** The invoice of an order, created on first use. */
export async function openInvoice(
  { db, clock, ids }: Desk,
  request: Pick<Invoice, "orderRef" | "asset" | "amount" | "payer">,
): Promise<Invoice> {
  const now = clock.now();
  const clean = { isCancelled: false, payments: [], refunds: [], version: 1, reported: 1 };
  const row = { ...request, ...clean, id: invoiceId(ids.newId("inv")), createdAt: now, updatedAt: now };
  await db.orm.insert(sandboxInvoice).values(row).onConflictDoNothing({ target: sandboxInvoice.orderRef });
  const invoice = await invoiceOf(db.orm, { orderRef: request.orderRef });
  if (!invoice) throw new Error(`There is no invoice for ${request.orderRef}`);
  return invoice;
}

type Which = { orderRef: string } | { id: string };

export async function invoiceOf(reader: Reader, which: Which): Promise<Invoice | undefined> {
  const [row] = await reader.select().from(sandboxInvoice).where(named(which));
  return row && read(row);
}

/** Changes an invoice under its lock; writes nothing when the change is impossible or there is no invoice. */
export async function changeInvoice(
  tx: Tx,
  which: Which,
  now: Date,
  change: (invoice: Invoice) => Changed,
): Promise<Changed> {
  const [row] = await tx.select().from(sandboxInvoice).where(named(which)).for("update");
  const changed = row ? change(read(row)) : impossible;
  if (!row || changed === impossible) return impossible;
  const { isCancelled, payments, refunds } = changed;
  await tx
    .update(sandboxInvoice)
    .set({
      isCancelled,
      payments: payments.map((payment) => storedEntry(payment)),
      refunds: refunds.map((refund) => storedEntry(refund)),
      version: row.version + 1,
      updatedAt: now,
    })
    .where(eq(sandboxInvoice.id, row.id));
  return changed;
}

/** Invoices with changes that their orders have not read. */
export function unreported({ orm }: Database): Promise<{ ref: string; version: number }[]> {
  const { orderRef, version } = sandboxInvoice;
  return orm.select({ ref: orderRef, version }).from(sandboxInvoice).where(isUnreported).limit(100);
}

/** An invoice that has changed since its order was told. */
export const isUnreported = lt(sandboxInvoice.reported, sandboxInvoice.version);

export async function versionOf(reader: Reader, ref: string): Promise<number> {
  const [row] = await reader.select().from(sandboxInvoice).where(eq(sandboxInvoice.orderRef, ref));
  return row?.version ?? 0;
}

/** Marks changes up to this version as reported to the order. */
export async function markReported({ orm }: Database, ref: string, version: number): Promise<void> {
  const { orderRef, reported } = sandboxInvoice;
  await orm
    .update(sandboxInvoice)
    .set({ reported: sql`greatest(${reported}, ${version})` })
    .where(eq(orderRef, ref));
}

const named = (which: Which) =>
  "id" in which ? eq(sandboxInvoice.id, which.id) : eq(sandboxInvoice.orderRef, which.orderRef);

/** PayPal's format; random, since anyone who knows it may pay it. */
function invoiceId(chance: string): string {
  const hex = bytesToHex(fingerprint("invoice", chance)).slice(0, 16).toUpperCase();
  return `INV2-${hex.match(/.{4}/g)?.join("-")}`;
}

function read({ payments, refunds, version: _, reported: __, createdAt: ___, updatedAt: ____, ...row }: Row): Invoice {
  return {
    ...row,
    payments: payments.map((payment) => ({ ...payment, amount: BigInt(payment.amount), at: new Date(payment.at) })),
    refunds: refunds.map((refund) => ({ ...refund, amount: BigInt(refund.amount), at: new Date(refund.at) })),
  };
}

function storedEntry<Entry extends { amount: bigint; at: Date }>(entry: Entry) {
  return { ...entry, amount: entry.amount.toString(), at: entry.at.toISOString() };
}

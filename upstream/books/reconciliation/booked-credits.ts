import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { deposit, payment } from "../../db/schema/index.ts";
import type { BookedCredit } from "./rules/compare-credits.ts";

/** Rows read at once. */
const pageSize = 1000;

/** Deposits whose money the rail still has, or has paid out again. */
const bookedDeposits = ["collecting", "credited", "unclaimed", "returned"] as const;

type Page = readonly BookedCredit[];

/** What is booked of these payments, by the rail's own id in small letters. */
export async function bookedAmong(
  tx: Tx,
  rail: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedCredit>> {
  if (ids.length === 0) return new Map();
  const payments = await paymentRows(tx, and(isPayment(rail), inArray(paymentKey, ids)));
  const deposits = await depositRows(tx, and(isDeposit(rail), inArray(depositKey, ids)));
  return new Map([...payments, ...deposits].map((row) => [row.railPaymentId, row]));
}

/** All final payments and deposits of a rail, by their ids. */
export async function* bookedCredits(tx: Tx, rail: string): AsyncGenerator<Page> {
  yield* pages((after) => paymentRows(tx, and(isPayment(rail), gt(paymentKey, after))));
  yield* pages((after) => depositRows(tx, and(isDeposit(rail), gt(depositKey, after))));
}

async function* pages(read: (after: string) => Promise<Page>): AsyncGenerator<Page> {
  for (let page = await read(""); page.length > 0; page = await read(page.at(-1)?.railPaymentId ?? "")) yield page;
}

// An index of each table is on these expressions.
const paymentKey = sql<string>`lower(${payment.railPaymentId})`;
const depositKey = sql<string>`lower(${deposit.railPaymentId})`;
const isPayment = (rail: string) => and(eq(payment.rail, rail), eq(payment.status, "final"));
const isDeposit = (rail: string) => and(eq(deposit.rail, rail), inArray(deposit.status, [...bookedDeposits]));

function paymentRows(tx: Tx, condition: ReturnType<typeof and>): Promise<BookedCredit[]> {
  const { asset, amount, railFee: fee, place, finalAt } = payment;
  return tx
    .select({ railPaymentId: paymentKey, asset, amount, fee, place, finalAt })
    .from(payment)
    .where(condition)
    .orderBy(asc(paymentKey))
    .limit(pageSize);
}

async function depositRows(tx: Tx, condition: ReturnType<typeof and>): Promise<BookedCredit[]> {
  const { asset, amount, place } = deposit;
  const rows = await tx
    .select({ railPaymentId: depositKey, asset, amount, place })
    .from(deposit)
    .where(condition)
    .orderBy(asc(depositKey))
    .limit(pageSize);
  return rows.map((row) => ({ ...row, fee: 0n, finalAt: null }));
}

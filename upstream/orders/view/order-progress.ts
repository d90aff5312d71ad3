import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { OrderPulse } from "../../../contract/order/order.ts";
import type { OrderStatus } from "../../../contract/order/order-states.ts";
import { order, payment } from "../../db/schema/orders.ts";
import type { Context } from "../../ports/context.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { checkedAt } from "./checked-at.ts";
import { isSimulatedOrder } from "./simulated-order.ts";
import { type Progress, withProgress } from "./with-progress.ts";

type PaymentRow = typeof payment.$inferSelect & Progress;
export type OrderWithPayments = { row: OrderRow; payments: PaymentRow[] };

type JoinedRow = { exchange_order: OrderRow; payment: typeof payment.$inferSelect | null };

/** Orders with their payments, in one indexed query, and what the rails know of unconfirmed ones. */
export async function readWithPayments(
  { db, rails }: Pick<Context, "db" | "rails">,
  refs: string[],
): Promise<OrderWithPayments[]> {
  const rows = await db.orm
    .select()
    .from(order)
    .leftJoin(payment, eq(payment.orderRef, order.ref))
    .where(inArray(order.ref, refs))
    .orderBy(order.ref, payment.seenAt);
  return withPayments(rails, rows);
}

async function withPayments(rails: Context["rails"], rows: readonly JoinedRow[]): Promise<OrderWithPayments[]> {
  const payments = await withProgress(
    rails,
    rows.flatMap(({ payment: paid }) => (paid ? [paid] : [])),
  );
  const orders = new Map<string, OrderWithPayments>();
  for (const { exchange_order: row } of rows) orders.set(row.ref, { row, payments: [] });
  for (const paid of payments) orders.get(paid.orderRef)?.payments.push(paid);
  return [...orders.values()];
}

/** What differs after any change of an order or of its payments: the transactions that have written them last. */
const watched = alias(order, "watched");
const markOfWatched = sql<string>`concat(${watched}.xmin::text, ' ', (
  select string_agg(p.id || ' ' || p.xmin::text, ' ' order by p.id) from ${payment} p where p.order_ref = ${watched.ref}))`;

/**
 * The marks of all these orders that exist, and the whole of those whose mark is not the known one: one indexed query, which
 * sends little while nothing changes.
 */
export async function readChanged(
  { db, rails }: Pick<Context, "db" | "rails">,
  refs: string[],
  knownMarks: Readonly<Record<string, string>>,
): Promise<{ marks: ReadonlyMap<string, string>; changed: OrderWithPayments[] }> {
  const isChanged = sql`${markOfWatched} is distinct from ${JSON.stringify(knownMarks)}::jsonb ->> ${watched.ref}`;
  const rows = await db.orm
    .select({ ref: watched.ref, mark: markOfWatched, exchange_order: order, payment })
    .from(watched)
    .leftJoin(order, and(eq(order.ref, watched.ref), isChanged))
    .leftJoin(payment, eq(payment.orderRef, order.ref))
    .where(inArray(watched.ref, refs))
    .orderBy(watched.ref, payment.seenAt);
  const joined = rows.flatMap(({ exchange_order: row, payment: paid }) =>
    row ? [{ exchange_order: row, payment: paid }] : [],
  );
  return { marks: new Map(rows.map(({ ref, mark }) => [ref, mark])), changed: await withPayments(rails, joined) };
}

/** The short status that a waiting page polls. */
export function orderProgress(
  { rails }: Pick<Context, "rails">,
  { row, payments }: OrderWithPayments,
  now: Date,
): OrderPulse {
  const waiting = slowest(payments);
  return {
    ref: row.ref,
    status: row.status,
    condition: row.condition,
    confirmations: waiting?.confirmations ?? 0,
    required: waiting?.required ?? 0,
    updated_at: row.updatedAt.toISOString(),
    checked_at: checkedAt(row, payments, isSimulatedOrder(rails, row), now).toISOString(),
    expires_in: secondsUntil(deadlineOf(row), now),
    poll_after: pollAfter(row.status),
    version: row.version,
  };
}

/** The payment an order waits for: the one with the most confirmations missing, else the latest. */
function slowest(payments: PaymentRow[]): PaymentRow | undefined {
  const missing = ({ required, confirmations }: PaymentRow) => required - confirmations;
  const seen = payments.filter(({ status }) => status === "seen").sort((a, b) => missing(b) - missing(a));
  return seen[0] ?? payments.findLast(({ status }) => status === "final");
}

function deadlineOf(row: OrderRow): Date | null {
  if (row.status === "draft") return row.quoteExpiresAt;
  if (row.holdReason !== null) return row.holdDeadline;
  return row.status === "awaiting_payment" ? row.expiresAt : null;
}

function secondsUntil(deadline: Date | null, now: Date): number {
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline.getTime() - now.getTime()) / 1000));
}

/** Recommended polling interval in seconds. */
export function pollAfter(status: OrderStatus): number {
  return pollSeconds[status] ?? restingPollSeconds;
}

/** Shorter where something is about to happen; an ended order may still be reopened. */
const pollSeconds: Partial<Record<OrderStatus, number>> = {
  draft: 30,
  awaiting_payment: 5,
  payment_reported: 10,
  confirming: 5,
  processing: 3,
  sending: 3,
  on_hold: 15,
  refund_pending: 15,
  refunding: 5,
};
const restingPollSeconds = 60;

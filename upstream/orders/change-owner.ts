import { and, eq, inArray, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { hasEnded } from "../db/schema/order-constraints.ts";
import { order, orderEvent, payment } from "../db/schema/orders.ts";
import { outgoing } from "../db/schema/outgoing.ts";
import { payoutDestination } from "../db/schema/payout-destinations.ts";
import { eraseDestinations } from "../payouts/destinations.ts";

/**
 * Gives a member the orders that they placed as a guest. The caller has verified the member's address; the order's must be
 * proven too, or a stranger who typed it could have an order listed, and paid, as the member's.
 */
export async function adoptOrders(tx: Tx | Orm, { id, email }: { id: string; email: string }): Promise<void> {
  const isTheirs = and(eq(sql`lower(${order.email})`, email.toLowerCase()), isNotNull(order.emailProof));
  await tx
    .update(order)
    .set({ ownerId: id })
    .where(and(isTheirs, isNull(order.ownerId), ne(order.status, "draft")));
}

/**
 * Erases the personal data of a member's orders; amounts, statuses and transaction ids stay. Returns the order numbers.
 */
export async function erasePersonalData(tx: Tx, memberId: string): Promise<string[]> {
  return eraseFrom(tx, await tx.select({ ref: order.ref }).from(order).where(eq(order.ownerId, memberId)));
}

/** The same for ended orders of guests that have not changed since `limit`, at most `count`. */
export async function eraseGuestOrders(tx: Tx, limit: Date, count: number): Promise<string[]> {
  const isGuest = and(isNull(order.ownerId), isNotNull(order.email));
  const due = await tx
    .select({ ref: order.ref })
    .from(order)
    .where(and(isGuest, hasEnded, lte(order.updatedAt, limit)))
    .limit(count)
    .for("update", { skipLocked: true });
  return eraseFrom(tx, due);
}

async function eraseFrom(tx: Tx, orders: { ref: string }[]): Promise<string[]> {
  const refs = orders.map(({ ref }) => ref);
  if (refs.length === 0) return refs;
  await tx.update(orderEvent).set({ note: null }).where(inArray(orderEvent.orderRef, refs));
  await tx
    .update(payment)
    .set({ sender: null })
    .where(and(inArray(payment.orderRef, refs), isNotNull(payment.sender)));
  await tx.update(outgoing).set({ account: "", memo: null }).where(inArray(outgoing.orderRef, refs));
  await eraseDestinations(tx, inArray(payoutDestination.orderRef, refs));
  await tx.update(order).set(erasedColumns).where(inArray(order.ref, refs));
  return refs;
}

/** A token generation of 0 invalidates every link to the order. */
const erasedColumns = {
  ownerId: null,
  email: null,
  emailProof: null,
  clientAddress: null,
  payinAccount: null,
  payinInvoiceUrl: null,
  payinRedirectUrl: null,
  payoutAccount: null,
  payoutMemo: null,
  payoutExtra: {},
  refundAccount: null,
  refundMemo: null,
  wrongRefundAccount: null,
  tokenGeneration: 0,
} as const satisfies Partial<typeof order.$inferInsert>;

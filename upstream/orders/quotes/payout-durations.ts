import { and, eq, gte, sql } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { order, payment } from "../../db/schema/orders.ts";
import { outgoing } from "../../db/schema/outgoing.ts";

/**
 * How long each order paid out since then took: from its last payment confirmed before the payout to the payout, waits
 * for the customer included. An order that was paid out again counts once. Every public figure of payout times reads
 * this.
 */
export function payoutDurations(orm: Pick<Orm, "select">, since: Date) {
  const paidOut = orm
    .select({
      ref: outgoing.orderRef,
      pairId: order.pairId,
      sentAt: sql<Date>`max(${outgoing.settledAt})`.as("sent_at"),
    })
    .from(outgoing)
    .innerJoin(order, and(eq(order.ref, outgoing.orderRef), eq(order.status, "completed")))
    .where(and(eq(outgoing.kind, "payout"), eq(outgoing.status, "sent"), gte(outgoing.settledAt, since)))
    .groupBy(outgoing.orderRef, order.pairId)
    .as("paid_out");
  return orm
    .select({
      pairId: paidOut.pairId,
      day: sql<string>`to_char(${paidOut.sentAt} at time zone 'UTC', 'YYYY-MM-DD')`.as("day"),
      seconds: sql<number>`extract(epoch from ${paidOut.sentAt} - max(${payment.finalAt}))`.as("seconds"),
    })
    .from(paidOut)
    .innerJoin(payment, and(eq(payment.orderRef, paidOut.ref), sql`${payment.finalAt} <= ${paidOut.sentAt}`))
    .groupBy(paidOut.ref, paidOut.pairId, paidOut.sentAt)
    .as("durations");
}

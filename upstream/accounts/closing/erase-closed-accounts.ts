import { and, eq, gt, inArray, lte, notExists, notInArray, or } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { member, securityEvent } from "../../db/schema/accounts.ts";
import { order, orderNote } from "../../db/schema/orders.ts";
import { emailMessage } from "../../db/schema/service.ts";
import { finalStatuses } from "../../ledger/final-statuses.ts";
import { erasePersonalData } from "../../orders/change-owner.ts";

/** Retention of exchange records after an account was closed, as anti-money-laundering laws require. */
const retentionYears = 5;
/** Accounts per run, to keep it short; the next run continues. */
const batchSize = 100;

export function keptUntil(closedAt: Date): Date {
  return yearsFrom(closedAt, retentionYears);
}

/**
 * Erases the personal data of closed accounts after the retention period. Orders keep amounts, statuses and
 * transactions, and the ledger refers to orders only; owners and payout accounts are erased. An order changed after the
 * account was closed has its own five years.
 */
export async function eraseClosedAccounts({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const limit = yearsFrom(clock.now(), -retentionYears);
  const inRetention = or(notInArray(order.status, [...finalStatuses, "draft"]), gt(order.updatedAt, limit));
  const locked = db.orm
    .select({ ref: order.ref })
    .from(order)
    .where(and(eq(order.ownerId, member.id), inRetention));
  const due = await db.orm
    .select({ id: member.id })
    .from(member)
    .where(and(lte(member.closedAt, limit), notExists(locked)))
    .limit(batchSize);
  for (const { id } of due) await db.transaction((tx) => erasePersonalRows(tx, id));
}

async function erasePersonalRows(tx: Tx, memberId: string): Promise<void> {
  const refs = await erasePersonalData(tx, memberId);
  await tx.delete(emailMessage).where(inArray(emailMessage.orderRef, refs));
  await tx.delete(orderNote).where(inArray(orderNote.orderRef, refs));
  await tx.delete(securityEvent).where(eq(securityEvent.memberId, memberId));
  await tx.delete(member).where(eq(member.id, memberId));
}

function yearsFrom(time: Date, years: number): Date {
  const shifted = new Date(time);
  shifted.setUTCFullYear(time.getUTCFullYear() + years);
  return shifted;
}

import { and, eq, gt, inArray, lte, notExists, notInArray, or } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { member, securityEvent } from "../../db/schema/accounts.ts";
import { order, orderNote } from "../../db/schema/orders.ts";
import { letter } from "../../db/schema/service.ts";
import { finalStatuses } from "../../ledger/final-statuses.ts";
import { erasePersonalData } from "../../orders/change-owner.ts";

/** Records of exchanges are kept so long after an account was closed: what laws against money laundering ask for. */
const keptYears = 5;
/** A turn does no more, so that it ends soon; the rest waits for the next. */
const mostAtOnce = 100;

export function keptUntil(closedAt: Date): Date {
  return yearsFrom(closedAt, keptYears);
}

/**
 * Forgets whoever closed an account when the law does not ask for the person any more. Orders stay with their amounts,
 * states and transactions, and so do the ledger's books, which know orders only; whose they were, and where their money
 * went, does not. An order that moved later than the account was closed has its own five years.
 */
export async function forgetClosedMembers({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const limit = yearsFrom(clock.now(), -keptYears);
  const moved = or(notInArray(order.status, [...finalStatuses, "draft"]), gt(order.updatedAt, limit));
  const held = db.orm
    .select({ ref: order.ref })
    .from(order)
    .where(and(eq(order.ownerId, member.id), moved));
  const due = await db.orm
    .select({ id: member.id })
    .from(member)
    .where(and(lte(member.closedAt, limit), notExists(held)))
    .limit(mostAtOnce);
  for (const { id } of due) await db.transaction((tx) => forget(tx, id));
}

async function forget(tx: Tx, memberId: string): Promise<void> {
  const refs = await erasePersonalData(tx, memberId);
  await tx.delete(letter).where(inArray(letter.orderRef, refs));
  await tx.delete(orderNote).where(inArray(orderNote.orderRef, refs));
  await tx.delete(securityEvent).where(eq(securityEvent.memberId, memberId));
  await tx.delete(member).where(eq(member.id, memberId));
}

function yearsFrom(time: Date, years: number): Date {
  const moved = new Date(time);
  moved.setUTCFullYear(time.getUTCFullYear() + years);
  return moved;
}

import { and, eq, gt, inArray, lte, notExists, notInArray, or } from "drizzle-orm";
import { finalStatuses } from "../../../contract/order/order-states.ts";
import type { Tx } from "../../db/database.ts";
import { member, securityEvent } from "../../db/schema/accounts.ts";
import { order, orderNote } from "../../db/schema/orders.ts";
import { emailMessage } from "../../db/schema/service.ts";
import { eraseGuestOrders, erasePersonalData } from "../../orders/change-owner.ts";
import { eraseReviewNames } from "../../orders/reviews/erase-reviews.ts";
import type { Context } from "../../ports/context.ts";
import { deleteTicketsAbout } from "../../support/ticket-retention.ts";
import { eraseUnclaimedAccounts } from "../../wallets/unclaimed/erase-accounts.ts";

/** Accounts or orders per run, to keep it short; the next run continues. */
const batchSize = 100;

/** Records of exchanges are kept for `recordYears` after an account was closed: the operator's law decides. */
export function keptUntil({ COMPANY }: Context["env"], closedAt: Date): Date {
  return yearsFrom(closedAt, COMPANY.recordYears);
}

/**
 * Erases the personal data of closed accounts and of guests' orders after the retention period. Orders keep amounts,
 * statuses and transactions, and the ledger refers to orders only; owners and payout accounts are erased, as are the accounts
 * that unclaimed money went to. An order changed after the account was closed has its own retention period.
 */
export async function eraseOldRecords({ db, clock, env }: Pick<Context, "db" | "clock" | "env">): Promise<void> {
  const limit = yearsFrom(clock.now(), -env.COMPANY.recordYears);
  await db.transaction(async (tx) => eraseMessages(tx, await eraseGuestOrders(tx, limit, batchSize)));
  await db.transaction((tx) => eraseUnclaimedAccounts(tx, limit, batchSize));
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
  await eraseMessages(tx, await erasePersonalData(tx, memberId));
  await tx.delete(securityEvent).where(eq(securityEvent.memberId, memberId));
  await tx.delete(member).where(eq(member.id, memberId));
}

async function eraseMessages(tx: Tx, refs: string[]): Promise<void> {
  if (refs.length === 0) return;
  await tx.delete(emailMessage).where(inArray(emailMessage.orderRef, refs));
  await deleteTicketsAbout(tx, refs);
  await tx.delete(orderNote).where(inArray(orderNote.orderRef, refs));
  await eraseReviewNames(tx, refs);
}

function yearsFrom(time: Date, years: number): Date {
  const shifted = new Date(time);
  shifted.setUTCFullYear(time.getUTCFullYear() + years);
  return shifted;
}

import { and, eq, exists, gt, gte, inArray, isNotNull, isNull, lte, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { order } from "../../db/schema/orders.ts";
import { review, reviewInvitation } from "../../db/schema/reviews.ts";
import { hasSameMailbox } from "../../db/sql/same-mailbox.ts";
import { wantsOrderEmails } from "../../mail/delivery/email-preference.ts";
import { queueDelivery } from "../../mail/outbox/queue-email.ts";
import type { Context } from "../../ports/context.ts";
import { reviewInviteKind } from "./email-kinds.ts";
import { hasDeclined } from "./invitation-refusals.ts";
import { isReviewable } from "./rules/reviewable.ts";

type InviteContext = Pick<Context, "clock" | "db" | "jobs" | "policy">;
type OrderRow = typeof order.$inferSelect;

/** Until when all ended orders have been considered, so that a run reads only those that ended since. */
const consideredUntil = new WeakMap<Context["db"], Date>();

const daySeconds = 86_400;
/** An order that ended longer ago is not asked about, for instance one from before there were reviews. */
const lateAfterSeconds = 14 * daySeconds;
/** No order that is invited was opened earlier. */
const openedWithinSeconds = 45 * daySeconds;
/** Orders that ended as long before the last run are looked at again, in case their transactions ended in another order. */
const lookedBackSeconds = 3600;
/** A mailbox gets one invitation in this time, however many orders it has. */
const pauseSeconds = 30 * daySeconds;
const batchSize = 100;

/**
 * Invites customers to review orders that ended some time ago, once each; a later run continues. Not orders with a
 * dispute that is open or lost, not mailboxes that declined or were invited lately, not members without emails about
 * orders. Safe to run in several processes.
 */
export async function inviteReviews(ctx: InviteContext): Promise<void> {
  const now = ctx.clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const until = before(ctx.policy.reviewInviteSeconds);
  const last = consideredUntil.get(ctx.db) ?? new Date(0);
  const since = Math.max(before(lateAfterSeconds).getTime(), last.getTime() - lookedBackSeconds * 1000);
  const invitations = ctx.db.orm.select().from(reviewInvitation).where(eq(reviewInvitation.orderRef, order.ref));
  const reviewed = ctx.db.orm.select().from(review).where(eq(review.orderRef, order.ref));
  const due = await ctx.db.orm
    .select({ ref: order.ref })
    .from(order)
    .where(
      and(
        inArray(order.status, ["completed", "refunded"]),
        gte(order.createdAt, before(openedWithinSeconds)),
        lte(order.updatedAt, until),
        gt(order.updatedAt, new Date(since)),
        isNotNull(order.email),
        isNull(order.disputeFlag),
        notExists(invitations),
        notExists(reviewed),
      ),
    )
    .orderBy(order.updatedAt)
    .limit(batchSize);
  for (const { ref } of due) await consider(ctx, ref, before(pauseSeconds), now);
  if (due.length > 0) ctx.jobs.wakeWorkers();
  if (due.length < batchSize) consideredUntil.set(ctx.db, until);
}

/** Decides about one order and remembers that, so that no order is considered twice. */
async function consider(ctx: InviteContext, ref: string, invitedSince: Date, now: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(order).where(eq(order.ref, ref));
    if (!row?.email) return;
    const sent = isReviewable(row) && !(await isUnwanted(tx, row, row.email, invitedSince));
    const claimed = await tx
      .insert(reviewInvitation)
      .values({ orderRef: ref, sent, at: now })
      .onConflictDoNothing()
      .returning({ ref: reviewInvitation.orderRef });
    if (sent && claimed.length > 0) await queueDelivery(tx, ctx, { ref, kind: reviewInviteKind, version: "1" });
  });
}

async function isUnwanted(
  orm: Parameters<typeof hasDeclined>[0],
  { ref, ownerId }: OrderRow,
  email: string,
  invitedSince: Date,
): Promise<boolean> {
  if (await hasDeclined(orm, email)) return true;
  if (!(await wantsOrderEmails(orm, ownerId))) return true;
  const other = alias(order, "other");
  const ofMailbox = orm
    .select()
    .from(other)
    .where(and(eq(other.ref, reviewInvitation.orderRef), hasSameMailbox(email, other)));
  const [lately] = await orm
    .select({ ref: reviewInvitation.orderRef })
    .from(reviewInvitation)
    .where(and(gt(reviewInvitation.at, invitedSince), eq(reviewInvitation.sent, true), exists(ofMailbox)))
    .limit(1);
  return lately !== undefined && lately.ref !== ref;
}

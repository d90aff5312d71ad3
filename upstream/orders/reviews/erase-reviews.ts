import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import type { Tx } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";
import { review } from "../../db/schema/reviews.ts";
import type { Context } from "../../ports/context.ts";

/** Takes the name off the reviews of these orders and deletes those never published. Stars and texts stay public. */
export async function eraseReviewNames(tx: Tx, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const ofOrders = inArray(review.orderRef, [...refs]);
  await tx.delete(review).where(and(ofOrders, isNull(review.publishedAt)));
  await tx.update(review).set({ name: null }).where(ofOrders);
}

/** The same for all orders of a member, when the account is closed. */
export async function eraseMemberReviews(tx: Tx, memberId: string): Promise<void> {
  const orders = await tx.select({ ref: order.ref }).from(order).where(eq(order.ownerId, memberId));
  await eraseReviewNames(
    tx,
    orders.map(({ ref }) => ref),
  );
}

/** Deletes texts whose link was not used. */
export async function deleteUnconfirmedReviews({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays.unconfirmedReviews * 86_400_000);
  await db.orm.delete(review).where(and(isNull(review.publishedAt), lt(review.writtenAt, before)));
}

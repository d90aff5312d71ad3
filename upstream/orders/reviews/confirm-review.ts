import { eq } from "drizzle-orm";
import { order } from "../../db/schema/orders.ts";
import { review } from "../../db/schema/reviews.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { isReviewable } from "./rules/reviewable.ts";

/** What a confirmation key names: this text of this review. In the signs that a link may have, `[\w-]`. */
export const confirmationId = ({ id, revision }: { id: string; revision: number }) => `${id}-${revision}`;

/**
 * Publishes the review that a key names; a second time changes nothing. The key of an earlier text is refused like an unknown
 * one, and so is a text whose order has been disputed since.
 */
export async function confirmReview(
  { db }: Pick<Context, "db">,
  named: string,
  now: Date,
): Promise<{ id: string } | Refusal> {
  const [id = "", revision = ""] = named.split("-");
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(review).where(eq(review.id, id)).for("update");
    if (!row || String(row.revision) !== revision) return refuse("not_found");
    if (row.publishedAt) return { id };
    const [reviewed] = await tx.select().from(order).where(eq(order.ref, row.orderRef));
    if (!reviewed || !isReviewable(reviewed)) return refuse("invalid_transition");
    await tx.update(review).set({ publishedAt: now }).where(eq(review.id, id));
    return { id };
  });
}

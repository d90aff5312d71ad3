import { eq } from "drizzle-orm";
import type { OwnReview } from "../../../contract/reviews/reviews.ts";
import { review } from "../../db/schema/reviews.ts";
import type { Context } from "../../ports/context.ts";
import type { OrderState } from "../rules/order-facts.ts";
import { isReviewable } from "./rules/reviewable.ts";

/** What the order's customer can do about its review, and what they wrote. */
export async function ownReview(
  { db }: Pick<Context, "db">,
  order: Pick<OrderState, "ref" | "status" | "disputeFlag" | "disputes"> & { email: string | null },
): Promise<OwnReview> {
  const [row] = await db.orm.select().from(review).where(eq(review.orderRef, order.ref));
  const written = row ? { rating: row.rating, text: row.text, name: row.name ?? "" } : null;
  if (row?.publishedAt) return { state: "published", review: written };
  if (order.email === null || !isReviewable(order)) return { state: "closed", review: null };
  return { state: row ? "waiting" : "open", review: written };
}

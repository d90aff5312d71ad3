import { eq } from "drizzle-orm";
import type { Lang } from "../../../contract/values/languages.ts";
import { order } from "../../db/schema/orders.ts";
import { review } from "../../db/schema/reviews.ts";
import { queueEmail } from "../../mail/outbox/queue-email.ts";
import type { EmailCause } from "../../mail/rules/email-cause.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { reviewConfirmKind, reviewEmailId } from "./email-kinds.ts";
import { readReview, type WrittenReview } from "./rules/review-text.ts";
import { isReviewable } from "./rules/reviewable.ts";

/** Each text is emailed to the order's address: so often, and no more. */
const maxRevisions = 5;

/**
 * Stores the review of an order and emails the link that publishes it; `cause` says who writes it. Until then a later text
 * replaces it. Refuses an order that is not finished or is disputed, one that is reviewed already, and an invalid text.
 */
export async function submitReview(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  ref: string,
  typed: WrittenReview,
  { language, cause, now }: { language: Lang; cause: EmailCause; now: Date },
): Promise<Refusal | undefined> {
  const written = readReview(typed);
  if (Array.isArray(written)) return refuseFields(...written);
  const refusal = await ctx.db.transaction(async (tx) => {
    // Locked, so that two texts at once do not both become the first.
    const [row] = await tx.select().from(order).where(eq(order.ref, ref)).for("no key update");
    if (!row?.email || !isReviewable(row)) return refuse("invalid_transition", stateOf(row?.status));
    const [existingReview] = await tx.select().from(review).where(eq(review.orderRef, ref));
    if (existingReview?.publishedAt) return refuse("already_reviewed");
    const revision = (existingReview?.revision ?? 0) + 1;
    if (revision > maxRevisions) return refuseFields({ pointer: "/text", code: "too_many" });
    const values = { ...written, language, revision, writtenAt: now };
    const id = existingReview?.id ?? ctx.ids.newId("rv");
    if (existingReview) await tx.update(review).set(values).where(eq(review.id, id));
    else await tx.insert(review).values({ ...values, id, orderRef: ref });
    const about = { id: reviewEmailId({ id, revision }), to: row.email, orderRef: ref };
    await queueEmail(tx, ctx, { ...about, kind: reviewConfirmKind, cause, language, now }, { kind: reviewConfirmKind });
    return undefined;
  });
  ctx.jobs.wakeWorkers();
  return refusal;
}

const stateOf = (status: string | undefined) => (status ? { extra: { current_status: status } } : {});

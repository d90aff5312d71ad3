import { callerOfOrder } from "../../http/request/order-access.ts";
import { idOfKey } from "../../http/request/signed-key.ts";
import { serve } from "../../http/serve.ts";
import { refuse } from "../../shared/rules/refusal.ts";
import { confirmReview } from "./confirm-review.ts";
import { declineInvitations } from "./invitation-refusals.ts";
import { ownReview } from "./own-review.ts";
import { listReviews, readHighlights, readSummary } from "./published-reviews.ts";
import { submitReview } from "./submit-review.ts";

const accepted = { data: { accepted: true } } as const;

export const reviewCalls = [
  serve("reviewsList", async ({ ctx, query }) => {
    const { reviews, meta } = await listReviews(ctx, query);
    return { data: { summary: await readSummary(ctx), reviews }, meta };
  }),

  serve("reviewsHighlights", async ({ ctx, caller }) => ({
    data: { summary: await readSummary(ctx), reviews: await readHighlights(ctx, caller.language) },
  })),

  serve("reviewsOwn", async ({ ctx, order }) => ({ data: await ownReview(ctx, order) })),

  serve("reviewsCreate", async ({ ctx, order, body, caller, now }) => {
    const cause = await callerOfOrder(ctx, order, caller, now);
    return (await submitReview(ctx, order.ref, body, { language: caller.language, cause, now })) ?? accepted;
  }),

  serve("reviewsConfirm", async ({ ctx, body, now }) => {
    const named = idOfKey(ctx.env.ORDER_LINK_SECRETS, "review", body.token);
    const published = named === null ? refuse("not_found") : await confirmReview(ctx, named, now);
    return "refused" in published ? published : { data: published };
  }),

  serve("reviewsDecline", async ({ ctx, body, now }) => {
    const ref = idOfKey(ctx.env.ORDER_LINK_SECRETS, "review-invitation", body.key);
    if (ref !== null) await declineInvitations(ctx, ref, now);
    return accepted;
  }),
];

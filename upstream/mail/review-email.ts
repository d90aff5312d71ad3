import { eq } from "drizzle-orm";
import { shownRef } from "../../contract/order/order-number.ts";
import { type Lang, languageSettings } from "../../contract/values/languages.ts";
import type { Context } from "../context.ts";
import { order } from "../db/schema/orders.ts";
import { review, reviewInvitation } from "../db/schema/reviews.ts";
import { isReviewable } from "../domain/reviews/reviewable.ts";
import { confirmationId } from "../reviews/confirm-review.ts";
import { reviewConfirmKind, reviewInviteKind } from "../reviews/email-kinds.ts";
import { hasDeclined } from "../reviews/invitation-refusals.ts";
import type { Mailer } from "./delivery/mailer.ts";
import { withPhrase } from "./delivery/personal-phrase.ts";
import { emailTexts, fill } from "./email-texts.ts";
import { type EmailParts, layOut } from "./layout.ts";
import { orderLink } from "./order-link.ts";
import { issuerLine } from "./sender.ts";

/**
 * The invitation to review an order. Not sent if the order has been disputed or the mailbox has declined since. A retry
 * has the same message id.
 */
export async function sendReviewInvitation(ctx: Context, post: Mailer, ref: string): Promise<void> {
  const [row] = await ctx.db.orm
    .select({ order, at: reviewInvitation.at })
    .from(reviewInvitation)
    .innerJoin(order, eq(order.ref, reviewInvitation.orderRef))
    .where(eq(reviewInvitation.orderRef, ref));
  if (!row?.order.email || !isReviewable(row.order) || (await hasDeclined(ctx.db.orm, row.order.email))) return;
  const { email: to, language, tokenGeneration } = row.order;
  const texts = emailTexts[language].review.invited;
  const stop = pageLink(post, language, "decline", post.signedKey("review-invitation", ref));
  const values = { ...senderValues(post), ref: shownRef(ref), stop };
  const content = layOut({
    ...frame(post, language),
    title: texts.title,
    lead: fill(texts.lead, values),
    remarks: [],
    button: {
      label: texts.open,
      href: orderLink(post.origin, language, ref, post.orderToken(ref, tokenGeneration), "/review"),
      remark: texts.openRemark,
    },
    closing: [fill(texts.why, values), fill(texts.stop, values)],
  });
  const id = `review-invited:${ref}`;
  const envelope = { id, kind: reviewInviteKind, language, to, at: row.at, unsubscribe: stop };
  await post.transport.deliver(await withPhrase(ctx, { ...envelope, subject: texts.subject, ...content }));
}

/** The e-mail that quotes a review and has the link to publish it. Not sent when a later text has replaced this one. */
export async function sendReviewConfirmation(
  ctx: Context,
  post: Mailer,
  job: { ref: string; version: string },
): Promise<void> {
  const [row] = await ctx.db.orm
    .select({ review, order })
    .from(review)
    .innerJoin(order, eq(order.ref, review.orderRef))
    .where(eq(review.id, job.ref));
  if (!row?.order.email || row.review.publishedAt || String(row.review.revision) !== job.version) return;
  const { rating, text, name, language, writtenAt } = row.review;
  const texts = emailTexts[language].review.confirm;
  const values = { ...senderValues(post), ref: shownRef(row.order.ref), stars: String(rating), name: name ?? "", text };
  const content = layOut({
    ...frame(post, language),
    title: texts.title,
    lead: fill(texts.lead, values),
    remarks: [fill(texts.text, values)],
    button: {
      label: texts.open,
      href: pageLink(post, language, "confirm", post.signedKey("review", confirmationId(row.review))),
      remark: texts.openRemark,
    },
    closing: [fill(texts.why, values)],
  });
  const id = `review-confirm:${confirmationId(row.review)}`;
  const envelope = { id, kind: reviewConfirmKind, language, to: row.order.email, at: writtenAt };
  await post.transport.deliver(await withPhrase(ctx, { ...envelope, subject: texts.subject, ...content }));
}

function frame(
  { sender }: Mailer,
  language: Lang,
): Pick<EmailParts, "language" | "brand" | "issuer" | "choices" | "rows"> {
  return { language, brand: sender.brand, issuer: issuerLine(sender, language), choices: null, rows: [] };
}

const senderValues = ({ sender: { brand, support } }: Mailer) => ({ brand, support });

/** A page that acts when its button is pressed: mail scanners open links too. */
function pageLink({ origin }: Mailer, language: Lang, page: "confirm" | "decline", key: string): string {
  return `${origin}/${languageSettings[language].prefix}/reviews/${page}?t=${encodeURIComponent(key)}`;
}

import { eq } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import { order } from "../../db/schema/orders.ts";
import { review, reviewInvitation } from "../../db/schema/reviews.ts";
import { deliverEmail, dropEmail, queuedEmail } from "../../mail/delivery/deliver-email.ts";
import type { Mailer } from "../../mail/delivery/mailer.ts";
import type { EmailSender } from "../../mail/email-sender.ts";
import { emailTexts, fill } from "../../mail/email-texts.ts";
import { type EmailParts, layOut } from "../../mail/layout.ts";
import { recordEmail } from "../../mail/outbox/queue-email.ts";
import { causeAbout, emailCauses } from "../../mail/rules/email-cause.ts";
import { issuerLine } from "../../mail/sender.ts";
import type { Context } from "../../ports/context.ts";
import { orderLink } from "../emails/order-link.ts";
import { confirmationId } from "./confirm-review.ts";
import { reviewConfirmKind, reviewInviteKind, reviewOfEmail } from "./email-kinds.ts";
import { hasDeclined } from "./invitation-refusals.ts";
import { isReviewable } from "./rules/reviewable.ts";

/**
 * The invitation to review an order. Not sent if the order has been disputed or the mailbox has declined since. A retry
 * has the same message id.
 */
async function sendReviewInvitation(ctx: Context, mailer: Mailer, ref: string): Promise<void> {
  const [row] = await ctx.db.orm
    .select({ order, at: reviewInvitation.at })
    .from(reviewInvitation)
    .innerJoin(order, eq(order.ref, reviewInvitation.orderRef))
    .where(eq(reviewInvitation.orderRef, ref));
  if (!row?.order.email || !isReviewable(row.order) || (await hasDeclined(ctx.db.orm, row.order.email))) return;
  const { email: to, language, emailProof } = row.order;
  const texts = emailTexts[language].review.invited;
  const stop = pageLink(mailer, language, "decline", mailer.signedKey("review-invitation", ref));
  const values = { ...senderValues(mailer), ref: shownRef(ref), stop };
  const content = layOut({
    ...frame(mailer, language),
    title: texts.title,
    lead: fill(texts.lead, values),
    remarks: [],
    button: {
      label: texts.open,
      href: orderLink(mailer.origin, language, ref, mailer.orderToken(row.order), "/review"),
      remark: texts.openRemark,
    },
    closing: [fill(texts.why, values), fill(texts.stop, values)],
  });
  const id = `review-invited:${ref}`;
  const cause = causeAbout({ isProven: emailProof !== null });
  const email = { id, kind: reviewInviteKind, cause, language, to, orderRef: ref, now: ctx.clock.now() } as const;
  await recordEmail(ctx.db.orm, email);
  const queued = await queuedEmail(ctx, id);
  if (!queued) return;
  const written = { subject: texts.subject, ...content, unsubscribe: stop };
  await deliverEmail(ctx, mailer, queued, written, { subject: texts.subject });
}

/**
 * The email with the link to publish a review. It quotes the review, unless somebody wrote it who only typed the order's
 * address: then it leads to the order's page, where its owner reads it first. Not sent when a later text has replaced this one.
 */
async function sendReviewConfirmation(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const queued = await queuedEmail(ctx, id);
  if (!queued) return;
  const { review: reviewId, revision } = reviewOfEmail(id);
  const [row] = await ctx.db.orm
    .select({ review, order })
    .from(review)
    .innerJoin(order, eq(order.ref, review.orderRef))
    .where(eq(review.id, reviewId));
  if (!row?.order.email || row.review.publishedAt || String(row.review.revision) !== revision)
    return dropEmail(ctx, queued);
  const { rating, text, name, language } = row.review;
  const texts = emailTexts[language].review.confirm;
  const values = {
    ...senderValues(mailer),
    ref: shownRef(row.order.ref),
    stars: String(rating),
    name: name ?? "",
    text,
  };
  const publish = pageLink(mailer, language, "confirm", mailer.signedKey("review", confirmationId(row.review)));
  const read = orderLink(mailer.origin, language, row.order.ref, mailer.orderToken(row.order), "/review");
  const { quotes } = emailCauses[queued.cause];
  const content = layOut({
    ...frame(mailer, language),
    title: texts.title,
    lead: fill(quotes ? texts.lead : texts.unread, values),
    remarks: [fill(quotes ? texts.text : texts.read, { ...values, read })],
    button: { label: texts.open, href: publish, remark: texts.openRemark },
    closing: [fill(texts.why, values)],
  });
  const { subject } = texts;
  await deliverEmail(ctx, mailer, queued, { subject, ...content }, { subject });
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

export const reviewEmails: readonly EmailSender[] = [
  { kinds: [reviewInviteKind], send: (ctx, mailer, { ref }) => sendReviewInvitation(ctx, mailer, ref) },
  { kinds: [reviewConfirmKind], send: (ctx, mailer, { ref }) => sendReviewConfirmation(ctx, mailer, ref) },
];

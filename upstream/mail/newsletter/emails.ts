import { and, eq, sql } from "drizzle-orm";
import { keptDays } from "../../../contract/member/kept-days.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import { retryWhileDown } from "../../db/retry-while-down.ts";
import { newsletterDelivery, newsletterIssue, newsletterSubscriber } from "../../db/schema/newsletter.ts";
import type { Context } from "../../ports/context.ts";
import { deliverEmail, queuedEmail } from "../delivery/deliver-email.ts";
import type { Mailer } from "../delivery/mailer.ts";
import type { EmailSender } from "../email-sender.ts";
import { emailTexts, fill } from "../email-texts.ts";
import { layOut } from "../layout.ts";
import { recordEmail } from "../outbox/queue-email.ts";
import { issuerLine } from "../sender.ts";
import { textsIn } from "./issues.ts";
import { newsletterConfirmKind, newsletterIssueKind } from "./newsletter-kinds.ts";
import { readRecipient } from "./recipients.ts";

/** An address gets the link again after this time, and so often in all. */
const pauseSeconds = 600;
const mostMails = 5;

/** The link that subscribes an address. Not sent to a subscribed one, nor more often than allowed. */
async function sendSubscribeLink(ctx: Context, mailer: Mailer, id: string): Promise<void> {
  const [row] = await ctx.db.orm.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.id, id));
  const now = ctx.clock.now();
  if (!row || row.confirmedAt || row.mails >= mostMails) return;
  if (row.mailedAt && now.getTime() - row.mailedAt.getTime() < pauseSeconds * 1000) return;
  const { language, email: to } = row;
  const texts = emailTexts[language].newsletter;
  const values = { brand: mailer.sender.brand, support: mailer.sender.support };
  const content = layOut({
    ...frame(mailer, language),
    title: fill(texts.title, values),
    lead: fill(texts.lead, values),
    remarks: [row.consent],
    button: {
      label: texts.open,
      href: pageLink(mailer, language, "confirm", mailer.signedKey("newsletter-confirm", id)),
      remark: "",
    },
    closing: [fill(texts.why, { ...values, days: String(keptDays.unconfirmedSubscriptions) })],
  });
  const emailId = `newsletter-confirm:${id}:${row.mails + 1}`;
  await recordEmail(ctx.db.orm, { id: emailId, kind: newsletterConfirmKind, cause: "stranger", language, to, now });
  const queued = await queuedEmail(ctx, emailId);
  if (!queued) return;
  const subject = fill(texts.subject, values);
  if (!(await deliverEmail(ctx, mailer, queued, { subject, ...content }, { subject }))) return;
  const { mails } = newsletterSubscriber;
  await retryWhileDown(async () => {
    await ctx.db.orm
      .update(newsletterSubscriber)
      .set({ mails: sql`${mails} + 1`, mailedAt: now })
      .where(eq(newsletterSubscriber.id, id));
  });
}

/** One email of an issue, once. Not sent to somebody who has unsubscribed since. A retry has the same message id. */
async function sendIssue(ctx: Context, mailer: Mailer, issueId: string, recipient: string): Promise<void> {
  const isThisDelivery = and(eq(newsletterDelivery.issueId, issueId), eq(newsletterDelivery.recipient, recipient));
  const [row] = await ctx.db.orm
    .select({ issue: newsletterIssue, endedAt: newsletterDelivery.endedAt })
    .from(newsletterDelivery)
    .innerJoin(newsletterIssue, eq(newsletterIssue.id, newsletterDelivery.issueId))
    .where(isThisDelivery);
  if (!row || row.endedAt) return;
  const reader = await readRecipient(ctx.db.orm, recipient);
  if (reader) await deliver(ctx, mailer, row.issue, recipient, reader);
  await retryWhileDown(async () => {
    await ctx.db.orm.update(newsletterDelivery).set({ endedAt: ctx.clock.now() }).where(isThisDelivery);
  });
}

type Issue = typeof newsletterIssue.$inferSelect;

async function deliver(
  ctx: Context,
  mailer: Mailer,
  issue: Issue,
  recipient: string,
  reader: { email: string; language: Lang },
): Promise<void> {
  const { language } = reader;
  const texts = emailTexts[language].newsletter;
  const { subject, text } = await textsIn(ctx.db.orm, language, issue);
  const [lead = "", ...remarks] = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  const stop = pageLink(mailer, language, "stop", mailer.signedKey("newsletter", recipient));
  const values = { brand: mailer.sender.brand, support: mailer.sender.support, stop };
  const content = layOut({
    ...frame(mailer, language),
    title: subject,
    lead,
    remarks,
    button: null,
    closing: [fill(texts.issueWhy, values), fill(texts.stop, values)],
  });
  const id = `newsletter:${issue.id}:${recipient}`;
  const email = { id, kind: newsletterIssueKind, cause: "house", language, to: reader.email } as const;
  await recordEmail(ctx.db.orm, { ...email, now: ctx.clock.now() });
  const queued = await queuedEmail(ctx, id);
  if (queued) await deliverEmail(ctx, mailer, queued, { subject, unsubscribe: stop, ...content }, { subject });
}

function frame({ sender }: Mailer, language: Lang) {
  return { language, brand: sender.brand, issuer: issuerLine(sender, language), choices: null, rows: [] };
}

function pageLink({ origin }: Mailer, language: Lang, page: "confirm" | "stop", key: string): string {
  return `${origin}/${languageSettings[language].prefix}/newsletter/${page}?t=${encodeURIComponent(key)}`;
}

export const newsletterEmails: readonly EmailSender[] = [
  { kinds: [newsletterConfirmKind], send: (ctx, mailer, { ref }) => sendSubscribeLink(ctx, mailer, ref) },
  {
    kinds: [newsletterIssueKind],
    send: (ctx, mailer, { ref, version }) => sendIssue(ctx, mailer, ref, version),
    // As many as there are subscribers.
    turnOf: () => null,
  },
];

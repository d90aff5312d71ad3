import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod/v4";
import { inEachLanguage, type Lang, languages } from "../../../contract/values/languages.ts";
import type { Orm, Tx } from "../../db/database.ts";
import { newsletterDelivery, newsletterIssue, newsletterText } from "../../db/schema/newsletter.ts";
import type { Context } from "../../ports/context.ts";
import { queueDelivery } from "../outbox/queue-email.ts";
import { newsletterIssueKind } from "./newsletter-kinds.ts";
import type { Recipient } from "./recipients.ts";

/** Emails handed to the queue in a minute: mail servers refuse more from a sender they hardly know. */
const perMinute = 60;

const texts = z.object({ subject: z.string().trim().min(1).max(150), text: z.string().trim().min(1).max(20_000) });
type IssueTexts = z.infer<typeof texts>;
/** The file of an issue: subject and text in each language. An empty line ends a paragraph. */
export const issueFile = z.strictObject(inEachLanguage(() => texts));
export type IssueFile = z.infer<typeof issueFile>;

export const issueId = (file: IssueFile) =>
  `nl_${createHash("sha256")
    .update(JSON.stringify(languages.flatMap((lang) => [file[lang].subject, file[lang].text])))
    .digest("hex")
    .slice(0, 24)}`;

/** The texts of an issue in a language; of one that the previous version stored, from its columns. */
export async function textsIn(
  orm: Orm,
  language: Lang,
  issue: typeof newsletterIssue.$inferSelect,
): Promise<IssueTexts> {
  const isText = and(eq(newsletterText.issueId, issue.id), eq(newsletterText.language, language));
  const [row] = await orm.select().from(newsletterText).where(isText);
  const english = { subject: issue.subjectEn, text: issue.textEn };
  return row ?? (language === "ru" ? { subject: issue.subjectRu, text: issue.textRu } : english);
}

/** Stores an issue and who is to get it. False if it was stored before: each issue is sent once. */
export async function storeIssue(
  tx: Tx,
  file: IssueFile,
  recipients: readonly Recipient[],
  now: Date,
): Promise<boolean> {
  const id = issueId(file);
  const { en, ru } = file;
  const forVersionBefore = { subjectEn: en.subject, textEn: en.text, subjectRu: ru.subject, textRu: ru.text };
  const stored = await tx
    .insert(newsletterIssue)
    .values({ id, ...forVersionBefore, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: newsletterIssue.id });
  if (stored.length === 0) return false;
  await tx.insert(newsletterText).values(languages.map((language) => ({ issueId: id, language, ...file[language] })));
  for (let at = 0; at < recipients.length; at += 1000) {
    const rows = recipients.slice(at, at + 1000).map((recipient) => ({ issueId: id, recipient: recipient.id }));
    await tx.insert(newsletterDelivery).values(rows);
  }
  return true;
}

/** Queues the next emails, once each. Runs every minute; safe to run in several processes. */
export async function queueDeliveries(ctx: Pick<Context, "db" | "clock" | "jobs">): Promise<void> {
  const now = ctx.clock.now();
  const queued = await ctx.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(newsletterDelivery)
      .where(isNull(newsletterDelivery.queuedAt))
      .limit(perMinute)
      .for("update", { skipLocked: true });
    for (const { issueId: issue, recipient } of due) {
      const isThisDelivery = and(eq(newsletterDelivery.issueId, issue), eq(newsletterDelivery.recipient, recipient));
      await tx.update(newsletterDelivery).set({ queuedAt: now }).where(isThisDelivery);
      await queueDelivery(tx, ctx, { ref: issue, kind: newsletterIssueKind, version: recipient });
    }
    return due.length;
  });
  if (queued > 0) ctx.jobs.wakeWorkers();
}

import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod/v4";
import { inEachLanguage, type Lang, languageSettings, languages } from "../../../contract/values/languages.ts";
import type { Tx } from "../../db/database.ts";
import { newsletterDelivery, newsletterIssue } from "../../db/schema/newsletter.ts";
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

type IssueRow = typeof newsletterIssue.$inferInsert;
type TextColumn = Extract<keyof IssueRow, `subject${string}` | `text${string}`>;

/** The columns of each language are named like its pages. */
function columnsOf(file: IssueFile): Pick<IssueRow, TextColumn> {
  const columns = languages.flatMap((lang) => {
    const { prefix } = languageSettings[lang];
    return [[`subject${prefix}`, file[lang].subject] as const, [`text${prefix}`, file[lang].text] as const];
  });
  return Object.fromEntries(columns) as Pick<IssueRow, TextColumn>;
}

export function textsIn(language: Lang, issue: Pick<IssueRow, TextColumn>): IssueTexts {
  const { prefix } = languageSettings[language];
  return { subject: issue[`subject${prefix}`], text: issue[`text${prefix}`] };
}

/** Stores an issue and who is to get it. False if it was stored before: each issue is sent once. */
export async function storeIssue(
  tx: Tx,
  file: IssueFile,
  recipients: readonly Recipient[],
  now: Date,
): Promise<boolean> {
  const id = issueId(file);
  const stored = await tx
    .insert(newsletterIssue)
    .values({ id, ...columnsOf(file), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: newsletterIssue.id });
  if (stored.length === 0) return false;
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

import { and, eq, gte, inArray, ne, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { retryWhileDown } from "../../db/retry-while-down.ts";
import { deliveredStatuses, emailMessage, order } from "../../db/schema/index.ts";
import { type EmailKind, isEmailKind, isOperatorEmailKind, type OperatorEmailKind } from "../email-texts.ts";
import { renderOperatorEmail } from "../operator-email.ts";
import { operatorFacts } from "../operator-facts.ts";
import { type EmailContent, renderOrderEmail } from "../order-email.ts";
import { linkOf, readFacts } from "../order-email-facts.ts";
import { wantsEmail } from "./email-preference.ts";
import type { Mailer } from "./mailer.ts";
import { withPhrase } from "./personal-phrase.ts";
import { isStillTrue } from "./still-current.ts";
import { withoutToken, withToken } from "./stored-email.ts";

/** Identifies an e-mail: once per order, kind and version. `copyOf`: the stored e-mail to send again. */
export type EmailJob = { ref: string; kind: string; version: string; copyOf?: string | undefined };
type OrderRow = typeof order.$inferSelect;
type EmailRow = typeof emailMessage.$inferSelect;

/**
 * Renders an e-mail from the order's current state and sends it, unless it is outdated. The row in `letter` records
 * that it was sent, so a repeated job sends nothing. Only a crash between delivery and that write, or a minute without
 * the database, can send it twice, with the same message id. Throws when delivery fails, and the row has the reason.
 * Nothing of the text is logged: it contains a working link.
 */
export async function sendOrderEmail(ctx: Context, post: Mailer, job: EmailJob): Promise<void> {
  const { kind } = job;
  const isOurs = isOperatorEmailKind(kind);
  if (!isOurs && !isEmailKind(kind)) throw new Error(`Unknown e-mail kind: ${kind}`);
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, job.ref));
  const to = isOurs ? post.operatorEmail : row?.email;
  if (!row || !to) return;
  const entry = await queued(ctx, row, { id: `${row.ref}:${kind}:${job.version}`, kind, to });
  if (entry?.status !== "queued") return;
  const written = await bodyOf(ctx, post, row, { ...job, kind });
  if (written === null || (await isDuplicateHold(ctx, row, entry))) return end(ctx, entry.id, { status: "overtaken" });
  await deliver(ctx, post, entry, written);
  const { result } = post.transport;
  const sent = { status: result, sentAt: ctx.clock.now(), ...withoutToken(written, linkOf(post, row)) } as const;
  await retryWhileDown(() => end(ctx, entry.id, sent));
}

async function queued(
  ctx: Context,
  { ref, language }: OrderRow,
  { id, kind, to }: { id: string; kind: string; to: string },
): Promise<EmailRow | undefined> {
  await ctx.db.orm
    .insert(emailMessage)
    .values({ id, orderRef: ref, kind, language, to, createdAt: ctx.clock.now(), status: "queued" })
    .onConflictDoNothing();
  const [entry] = await ctx.db.orm.select().from(emailMessage).where(eq(emailMessage.id, id));
  return entry;
}

/** Null when the e-mail is outdated or its member has opted out. A copy keeps its text and gets the current link. */
async function bodyOf(
  ctx: Context,
  post: Mailer,
  row: OrderRow,
  { kind, copyOf }: { kind: EmailKind | OperatorEmailKind; copyOf?: string | undefined },
): Promise<EmailContent | null> {
  if (copyOf !== undefined) {
    const [kept] = await ctx.db.orm.select().from(emailMessage).where(eq(emailMessage.id, copyOf));
    if (!kept?.subject || !kept.text || !kept.html) return null;
    return withToken({ subject: kept.subject, text: kept.text, html: kept.html }, linkOf(post, row));
  }
  if (!isStillTrue(kind, row) || !(await wantsEmail(ctx, kind, row))) return null;
  if (isOperatorEmailKind(kind)) return renderOperatorEmail(kind, await operatorFacts(ctx, row), post.sender);
  return renderOrderEmail(await readFacts(ctx, post, kind, row), post.sender);
}

/** Two holds in quick succession get one e-mail: the first one sent describes the current hold. */
async function isDuplicateHold(ctx: Context, { ref, holdSince }: OrderRow, { id, kind }: EmailRow): Promise<boolean> {
  if ((kind !== "on_hold" && kind !== "operator_hold") || holdSince === null) return false;
  const isSame = and(
    eq(emailMessage.orderRef, ref),
    eq(emailMessage.kind, kind),
    inArray(emailMessage.status, deliveredStatuses),
    ne(emailMessage.id, id),
  );
  const earlier = await ctx.db.orm
    .select({ id: emailMessage.id })
    .from(emailMessage)
    .where(and(isSame, gte(emailMessage.sentAt, holdSince)));
  return earlier.length > 0;
}

async function deliver(ctx: Context, post: Mailer, entry: EmailRow, written: EmailContent): Promise<void> {
  const { id, kind, language, to, createdAt } = entry;
  try {
    await post.transport.deliver(await withPhrase(ctx, { id, kind, language, to, at: createdAt, ...written }));
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await ctx.db.orm
      .update(emailMessage)
      .set({ failures: sql`${emailMessage.failures} + 1`, failure })
      .where(eq(emailMessage.id, id));
    throw error;
  }
}

async function end(ctx: Context, id: string, change: Partial<EmailRow>): Promise<void> {
  await ctx.db.orm.update(emailMessage).set(change).where(eq(emailMessage.id, id));
}

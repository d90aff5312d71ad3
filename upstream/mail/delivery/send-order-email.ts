import { and, eq, gte, ne, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { retryWhileDown } from "../../db/retry-while-down.ts";
import { letter, order } from "../../db/schema/index.ts";
import { isLetterKind, isOperatorLetterKind, type LetterKind, type OperatorLetterKind } from "../email-texts.ts";
import { writeOperatorLetter } from "../operator-email.ts";
import { operatorFacts } from "../operator-facts.ts";
import { type Letter, writeLetter } from "../order-email.ts";
import { linkOf, readFacts } from "../order-email-facts.ts";
import { isWanted } from "./email-preference.ts";
import type { Post } from "./mailer.ts";
import { isStillTrue } from "./still-current.ts";
import { withoutToken, withToken } from "./stored-email.ts";

/** Identifies an e-mail: once per order, kind and version. `copyOf`: the stored e-mail to send again. */
export type LetterJob = { ref: string; kind: string; version: string; copyOf?: string | undefined };
type OrderRow = typeof order.$inferSelect;
type LetterRow = typeof letter.$inferSelect;

/**
 * Renders an e-mail from the order's current state and sends it, unless it is outdated. The row in `letter` records
 * that it was sent, so a repeated job sends nothing. Only a crash between delivery and that write, or a minute without
 * the database, can send it twice, with the same message id. Throws when delivery fails, and the row has the reason.
 * Nothing of the text is logged: it contains a working link.
 */
export async function sendLetter(ctx: Context, post: Post, job: LetterJob): Promise<void> {
  const { kind } = job;
  const isOurs = isOperatorLetterKind(kind);
  if (!isOurs && !isLetterKind(kind)) throw new Error(`No such letter: ${kind}`);
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, job.ref));
  const to = isOurs ? post.operatorEmail : row?.email;
  if (!row || !to) return;
  const entry = await queued(ctx, row, { id: `${row.ref}:${kind}:${job.version}`, kind, to });
  if (entry?.status !== "queued") return;
  const written = await bodyOf(ctx, post, row, { ...job, kind });
  if (written === null || (await isToldAlready(ctx, row, entry))) return end(ctx, entry.id, { status: "overtaken" });
  await deliver(ctx, post, entry, written);
  const sent = { status: "sent", sentAt: ctx.clock.now(), ...withoutToken(written, linkOf(post, row)) } as const;
  await retryWhileDown(() => end(ctx, entry.id, sent));
}

async function queued(
  ctx: Context,
  { ref, language }: OrderRow,
  { id, kind, to }: { id: string; kind: string; to: string },
): Promise<LetterRow | undefined> {
  await ctx.db.orm
    .insert(letter)
    .values({ id, orderRef: ref, kind, language, to, createdAt: ctx.clock.now(), status: "queued" })
    .onConflictDoNothing();
  const [entry] = await ctx.db.orm.select().from(letter).where(eq(letter.id, id));
  return entry;
}

/** Null when the e-mail is outdated or its member has opted out. A copy keeps its text and gets the current link. */
async function bodyOf(
  ctx: Context,
  post: Post,
  row: OrderRow,
  { kind, copyOf }: { kind: LetterKind | OperatorLetterKind; copyOf?: string | undefined },
): Promise<Letter | null> {
  if (copyOf !== undefined) {
    const [kept] = await ctx.db.orm.select().from(letter).where(eq(letter.id, copyOf));
    if (!kept?.subject || !kept.text || !kept.html) return null;
    return withToken({ subject: kept.subject, text: kept.text, html: kept.html }, linkOf(post, row));
  }
  if (!isStillTrue(kind, row) || !(await isWanted(ctx, kind, row))) return null;
  if (isOperatorLetterKind(kind)) return writeOperatorLetter(kind, await operatorFacts(ctx, row), post.sender);
  return writeLetter(await readFacts(ctx, post, kind, row), post.sender);
}

/** Two holds in quick succession get one e-mail: the first one sent describes the current hold. */
async function isToldAlready(ctx: Context, { ref, holdSince }: OrderRow, { id, kind }: LetterRow): Promise<boolean> {
  if ((kind !== "on_hold" && kind !== "operator_hold") || holdSince === null) return false;
  const isSame = and(eq(letter.orderRef, ref), eq(letter.kind, kind), eq(letter.status, "sent"), ne(letter.id, id));
  const told = await ctx.db.orm
    .select({ id: letter.id })
    .from(letter)
    .where(and(isSame, gte(letter.sentAt, holdSince)));
  return told.length > 0;
}

async function deliver(ctx: Context, post: Post, entry: LetterRow, written: Letter): Promise<void> {
  const { id, kind, language, to, createdAt } = entry;
  try {
    await post.transport.deliver({ id, kind, language, to, at: createdAt, ...written });
  } catch (error) {
    const failure = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await ctx.db.orm
      .update(letter)
      .set({ failures: sql`${letter.failures} + 1`, failure })
      .where(eq(letter.id, id));
    throw error;
  }
}

async function end(ctx: Context, id: string, change: Partial<LetterRow>): Promise<void> {
  await ctx.db.orm.update(letter).set(change).where(eq(letter.id, id));
}

import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { letter, order } from "../db/schema/index.ts";
import { writeLetter } from "./letter.ts";
import { readFacts } from "./letter-facts.ts";
import { isLetterKind, isOperatorLetterKind, type LetterKind, type OperatorLetterKind } from "./letter-words.ts";
import { writeOperatorLetter } from "./operator-letter.ts";
import type { Post } from "./post.ts";

/** Which letter: of one order, once for each kind and version of it. */
export type LetterJob = { ref: string; kind: string; version: string };
type OrderRow = typeof order.$inferSelect;

/**
 * Writes a letter as the order stands now and delivers it. The row in `letter` says that it was sent, so that a job
 * done again sends nothing; only a crash between delivery and that row can send the same letter twice, under the
 * same message id. Throws when it cannot be delivered. Nothing about the letter is logged: it holds a working link.
 */
export async function sendLetter(ctx: Context, post: Post, job: LetterJob): Promise<void> {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, job.ref));
  if (!row) return;
  if (isOperatorLetterKind(job.kind)) {
    if (post.operatorEmail) await send(ctx, post, row, { ...job, kind: job.kind, to: post.operatorEmail });
  } else if (isLetterKind(job.kind)) {
    if (row.email) await send(ctx, post, row, { ...job, kind: job.kind, to: row.email });
  } else throw new Error(`No such letter: ${job.kind}`);
}

type Due = { kind: LetterKind | OperatorLetterKind; version: string; to: string };

async function send(ctx: Context, post: Post, row: OrderRow, { kind, version, to }: Due): Promise<void> {
  const id = `${row.ref}:${kind}:${version}`;
  const queued = { orderRef: row.ref, kind, language: row.language, to, createdAt: ctx.clock.now() };
  await ctx.db.orm
    .insert(letter)
    .values({ id, ...queued, status: "queued" })
    .onConflictDoNothing();
  const [entry] = await ctx.db.orm.select().from(letter).where(eq(letter.id, id));
  if (!entry || entry.status === "sent") return;

  const written = isOperatorLetterKind(kind)
    ? writeOperatorLetter(kind, row, post.sender)
    : writeLetter(await readFacts(ctx, post, kind, row), post.sender);
  await post.transport.deliver({ id, kind, language: row.language, to, at: entry.createdAt, ...written });
  await ctx.db.orm.update(letter).set({ status: "sent", sentAt: ctx.clock.now() }).where(eq(letter.id, id));
}

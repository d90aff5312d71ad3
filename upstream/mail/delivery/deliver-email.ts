import { and, eq, sql } from "drizzle-orm";
import { retryWhileDown } from "../../db/retry-while-down.ts";
import { emailMessage } from "../../db/schema/service.ts";
import type { Context } from "../../ports/context.ts";
import { admitEmail } from "../outbox/allowance.ts";
import { emailCauses } from "../rules/email-cause.ts";
import type { Envelope } from "./envelope.ts";
import type { Mailer } from "./mailer.ts";
import { withPhrase } from "./personal-phrase.ts";
import { isFinalRefusal } from "./smtp-failure.ts";

export type EmailRow = typeof emailMessage.$inferSelect;
export type WrittenEmail = Pick<Envelope, "subject" | "text" | "html" | "unsubscribe" | "replyTo">;
type KeptText = Partial<Pick<EmailRow, "subject" | "text" | "html">>;

/** The recorded email, while it waits to be sent. */
export async function queuedEmail({ db }: Pick<Context, "db">, id: string): Promise<EmailRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(emailMessage)
    .where(and(eq(emailMessage.id, id), eq(emailMessage.status, "queued")));
  return row;
}

/** It is no longer true, so it is not sent. */
export async function dropEmail({ db }: Pick<Context, "db">, { id }: Pick<EmailRow, "id">): Promise<void> {
  await db.orm.update(emailMessage).set({ status: "overtaken" }).where(eq(emailMessage.id, id));
}

/**
 * Sends a recorded email once, as its cause allows: within the recipient's allowance, and with the phrase or without. The
 * only place that hands one to the transport. `storedText`: what is stored of its text. Throws when delivery fails, to be
 * retried, and the row has the reason; one that the recipient's server will never take is `refused`. Only a crash between
 * delivery and the mark, or a minute without the database, can send it twice, with the same message id. False: not sent.
 */
export async function deliverEmail(
  ctx: Pick<Context, "db" | "clock" | "env">,
  { transport }: Pick<Mailer, "transport">,
  row: EmailRow,
  written: WrittenEmail,
  storedText: KeptText,
): Promise<boolean> {
  if (row.status !== "queued" || !(await admitEmail(ctx, row))) return false;
  const { id, kind, language, to, createdAt: at } = row;
  const envelope = { id, kind, language, to, at, ...written };
  const { phrase } = emailCauses[row.cause];
  try {
    await transport.deliver(phrase ? await withPhrase(ctx, envelope) : envelope);
  } catch (error) {
    const isFinal = isFinalRefusal(error);
    await recordFailure(ctx, id, error, isFinal);
    if (isFinal) return false;
    throw error;
  }
  const sent = { ...storedText, status: transport.result, sentAt: ctx.clock.now() };
  await retryWhileDown(async () => {
    await ctx.db.orm.update(emailMessage).set(sent).where(eq(emailMessage.id, id));
  });
  return true;
}

async function recordFailure({ db }: Pick<Context, "db">, id: string, error: unknown, isFinal: boolean): Promise<void> {
  const failure = error instanceof Error ? error.message.slice(0, 500) : "unknown";
  await db.orm
    .update(emailMessage)
    .set({ failures: sql`${emailMessage.failures} + 1`, failure, ...(isFinal && { status: "refused" as const }) })
    .where(eq(emailMessage.id, id));
}

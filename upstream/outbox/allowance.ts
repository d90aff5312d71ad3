import { and, count, eq, gt, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { emailMessage } from "../db/schema/service.ts";
import { emailCauses } from "../domain/emails/email-cause.ts";
import { allowanceOf, isAnyEmailKind } from "../domain/emails/email-kinds.ts";

type EmailRow = typeof emailMessage.$inferSelect;

export const allowanceMs = 24 * 3_600_000;

/**
 * Whether an email may be sent, which counts it where the recipient did not ask for it: at most
 * `UNASKED_EMAILS_PER_DAY` to one mailbox in 24 hours, whatever forms, networks and spellings of the address caused them.
 * One beyond is `held` until a digest names it. Repeating it for the same email counts once.
 */
export async function admitEmail(ctx: Pick<Context, "db" | "clock" | "env">, row: EmailRow): Promise<boolean> {
  const { id, kind, cause, mailbox, admittedAt } = row;
  if (!emailCauses[cause].counted || mailbox === null || admittedAt !== null) return true;
  const now = ctx.clock.now();
  const most = isAnyEmailKind(kind) ? allowanceOf(kind, ctx.env.UNASKED_EMAILS_PER_DAY) : 0;
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`emails ${mailbox}`}, 0))`);
    const since = new Date(now.getTime() - allowanceMs);
    const [admitted] = await tx
      .select({ emails: count() })
      .from(emailMessage)
      .where(and(eq(emailMessage.mailbox, mailbox), gt(emailMessage.admittedAt, since)));
    const mayGo = (admitted?.emails ?? 0) < most;
    await tx
      .update(emailMessage)
      .set(mayGo ? { admittedAt: now } : { status: "held" })
      .where(eq(emailMessage.id, id));
    return mayGo;
  });
}

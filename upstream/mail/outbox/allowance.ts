import { sql } from "drizzle-orm";
import type { emailMessage } from "../../db/schema/service.ts";
import type { Context } from "../../ports/context.ts";
import { allowanceOf, isAnyEmailKind } from "../email-kinds.ts";
import { emailCauses } from "../rules/email-cause.ts";

type EmailRow = typeof emailMessage.$inferSelect;

export const allowanceMs = 24 * 3_600_000;

/**
 * Whether an email may be sent, which counts it where the recipient did not ask for it: at most
 * `UNASKED_EMAILS_PER_DAY` to one mailbox in 24 hours, whatever forms, networks and spellings of the address caused them.
 * One beyond is `held` until a digest names it. A function of the database does it in one
 * statement, one email of a mailbox at a time. Repeating it for the same email counts once.
 */
export async function admitEmail(ctx: Pick<Context, "db" | "clock" | "env">, row: EmailRow): Promise<boolean> {
  const { id, kind, cause, mailbox, admittedAt } = row;
  if (!emailCauses[cause].counted || mailbox === null || admittedAt !== null) return true;
  const now = ctx.clock.now();
  const most = isAnyEmailKind(kind) ? allowanceOf(kind, ctx.env.UNASKED_EMAILS_PER_DAY) : 0;
  const since = new Date(now.getTime() - allowanceMs);
  const { rows } = await ctx.db.orm.execute(
    sql`select admit_email(${id}, ${mailbox}, ${most}, ${since.toISOString()}, ${now.toISOString()}) as admitted`,
  );
  return rows[0]?.admitted === true;
}

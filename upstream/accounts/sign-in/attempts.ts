import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { attempt } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { hashed } from "../../shared/secrets.ts";
import { normalizedEmail } from "../members.ts";

/** Attempts allowed in a window that begins with the first of them. */
export type AttemptLimit = { attempts: number; seconds: number };

/**
 * Counts an attempt before it is checked, in one statement, so that parallel attempts are limited like sequential ones.
 * `too_many_requests` with the waiting time when the window is full.
 */
export async function consumeAttempt(
  ctx: Pick<Context, "db">,
  key: string,
  { attempts, seconds }: AttemptLimit,
  now: Date,
): Promise<Refusal | undefined> {
  const endsAt = new Date(now.getTime() + seconds * 1000);
  const isOver = sql`${attempt.endsAt} <= ${now}`;
  const [row] = await ctx.db.orm
    .insert(attempt)
    .values({ key: hashed(key), tries: 1, endsAt })
    .onConflictDoUpdate({
      target: attempt.key,
      set: {
        tries: sql`case when ${isOver} then 1 else ${attempt.tries} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${attempt.endsAt} end`,
      },
    })
    .returning();
  if (!row || row.tries <= attempts) return undefined;
  const waitSeconds = Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000));
  return refuse("too_many_requests", { extra: { retry_after_seconds: waitSeconds } });
}

/** Whether an attempt of this key was counted in a window that lasts. */
export async function wasCounted(ctx: Pick<Context, "db">, key: string, now: Date): Promise<boolean> {
  const rows = await ctx.db.orm
    .select({ tries: attempt.tries })
    .from(attempt)
    .where(and(eq(attempt.key, hashed(key)), gt(attempt.endsAt, now)));
  return rows.length > 0;
}

/** Resets the counter after a success. */
export async function resetAttempts(ctx: Pick<Context, "db">, keys: readonly string[]): Promise<void> {
  await ctx.db.orm.delete(attempt).where(inArray(attempt.key, keys.map(hashed)));
}

/** What counts sign-ins with this email: of all unknown networks together, and of each of these. */
export function signInKeys(email: string, networks: readonly string[]): [anywhere: string, ...here: string[]] {
  const address = normalizedEmail(email);
  return [`sign-in:${address}`, ...networks.map((network) => `sign-in:${network}:${address}`)];
}

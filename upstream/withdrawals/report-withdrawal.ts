import { eq } from "drizzle-orm";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { recordSecurityEvent } from "../accounts/security/history.ts";
import { endSessions, lockMember } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { movementsUnderWay, stopWithdrawals } from "./stop-withdrawals.ts";
import { queueWithdrawalEmail } from "./withdrawal-emails.ts";

/** `unsent`: movements that may not have been sent yet. */
export type Reported = { frozenUntil: Date; stopped: number; unsent: string[] };

/**
 * The owner says that a withdrawal was not theirs: freezes all withdrawals and payments from the account, ends every session,
 * and stops what has not been handed over. Repeated, it freezes for longer. Refuses an old link with `code_expired`.
 */
export async function reportWithdrawal(
  ctx: Pick<Context, "db" | "ids" | "jobs" | "policy">,
  { id, origin, now }: { id: string; origin: ClientOrigin; now: Date },
): Promise<Reported | Refusal> {
  const { reportLinkSeconds, reportedFreezeSeconds } = ctx.policy.withdrawals;
  const reported = await ctx.db.transaction(async (tx) => {
    const [named] = await tx.select().from(withdrawal).where(eq(withdrawal.id, id));
    if (!named || named.memberId === null || named.createdAt.getTime() + reportLinkSeconds * 1000 <= now.getTime())
      return refuse("code_expired");
    const { memberId } = named;
    if (!(await lockMember(tx, memberId))) return refuse("code_expired");
    const frozenUntil = await freeze(tx, memberId, new Date(now.getTime() + reportedFreezeSeconds * 1000));
    await endSessions(tx, memberId, null);
    await recordSecurityEvent(tx, ctx, { memberId, event: "withdrawal_reported", method: "code", origin, now });
    const stopped = await stopWithdrawals(tx, ctx, memberId, "reported", now);
    await queueWithdrawalEmail(tx, ctx, named, "withdrawal_reported", now);
    const unsent = (await movementsUnderWay(tx, memberId)).map(({ movement }) => movement.id);
    return { frozenUntil, stopped: stopped.length, unsent };
  });
  ctx.jobs.wakeWorkers();
  return reported;
}

async function freeze(tx: Tx, memberId: string, until: Date): Promise<Date> {
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  const before = row?.withdrawalsFrozenUntil ?? null;
  const frozenUntil = before !== null && before > until ? before : until;
  await tx.update(member).set({ withdrawalsFrozenUntil: frozenUntil }).where(eq(member.id, memberId));
  return frozenUntil;
}

import { eq } from "drizzle-orm";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import { recordSecurityEvent } from "../accounts/security/history.ts";
import type { Context } from "../context.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { type Refusal, refuse } from "../domain/refusal.ts";
import { freezeAccount } from "./freeze-account.ts";
import { movementsUnderWay } from "./stop-withdrawals.ts";
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
    const until = new Date(now.getTime() + reportedFreezeSeconds * 1000);
    const frozen = await freezeAccount(tx, ctx, memberId, { reason: "reported", until, now });
    if (!frozen) return refuse("code_expired");
    await recordSecurityEvent(tx, ctx, { memberId, event: "withdrawal_reported", method: "code", origin, now });
    await queueWithdrawalEmail(tx, ctx, named, "withdrawal_reported", now);
    const unsent = (await movementsUnderWay(tx, memberId)).map(({ movement }) => movement.id);
    return { frozenUntil: frozen.until, stopped: frozen.stopped.length, unsent };
  });
  ctx.jobs.wakeWorkers();
  return reported;
}

import { eq } from "drizzle-orm";
import { endSessions, lockMember, type MemberRow } from "../accounts/sign-in/sessions.ts";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { stopWithdrawals } from "./stop-withdrawals.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/** `row`: the member before it. `until`: a freeze that ends later stays. `stopped`: ended and given back. */
type Frozen = { row: MemberRow; until: Date; sessionsEnded: number; stopped: WithdrawalRow[] };

/**
 * Freezes all withdrawals and payments from a member's wallets, ends every session, and stops what has not been handed
 * over. Undefined, and nothing changed, for an account that was closed.
 */
export async function freezeAccount(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  memberId: string,
  { reason, until: wanted, now }: { reason: "reported" | "frozen"; until: Date; now: Date },
): Promise<Frozen | undefined> {
  if (!(await lockMember(tx, memberId))) return undefined;
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!row) return undefined;
  const before = row.withdrawalsFrozenUntil;
  const until = before !== null && before > wanted ? before : wanted;
  await tx.update(member).set({ withdrawalsFrozenUntil: until }).where(eq(member.id, memberId));
  const sessionsEnded = await endSessions(tx, memberId, null);
  return { row, until, sessionsEnded, stopped: await stopWithdrawals(tx, ctx, memberId, reason, now) };
}

import { eq } from "drizzle-orm";
import { dropYoungAddresses, freezeOrigin } from "../accounts/addresses/drop-young-addresses.ts";
import type { SavedAddressRow } from "../accounts/effects/account-writes.ts";
import { applyEffect } from "../accounts/effects/apply-effect.ts";
import { type MemberSessionRow, openSessionsIn } from "../accounts/sign-in/session-list.ts";
import { endSessions, lockMember, type MemberRow } from "../accounts/sign-in/sessions.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import type { Context } from "../ports/context.ts";
import { stopWithdrawals } from "./stop-withdrawals.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

type FreezeRequest = {
  reason: "reported" | "frozen";
  until: Date;
  /** The session that goes on; null ends all. */
  keepSession: string | null;
  now: Date;
};

/**
 * `row`: the member before it. `until`: a freeze that ends later stays. `sessions`: those that ended. `stopped`: ended and
 * given back. `addresses`: forgotten.
 */
export type Frozen = {
  row: MemberRow;
  until: Date;
  sessions: MemberSessionRow[];
  stopped: WithdrawalRow[];
  addresses: SavedAddressRow[];
};

/**
 * The first half of every freeze, in one transaction: nothing may leave the member's wallets from its commit on. Ends the
 * sessions, forgets addresses that may be somebody else's, and stops withdrawals that were not handed over. Undefined, and
 * nothing changed, for an account that was closed.
 */
export async function freezeAccount(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  memberId: string,
  { reason, until: wanted, keepSession, now }: FreezeRequest,
): Promise<Frozen | undefined> {
  if (!(await lockMember(tx, memberId))) return undefined;
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!row) return undefined;
  const before = row.withdrawalsFrozenUntil;
  const until = before !== null && before > wanted ? before : wanted;
  const request = {
    member: row,
    proof: { kind: "freeze" },
    change: { until },
    method: null,
    origin: freezeOrigin,
  } as const;
  await applyEffect(tx, ctx, "withdrawals_frozen", { ...request, now });
  const sessions = (await openSessionsIn(tx, memberId, now)).filter(({ id }) => id !== keepSession);
  await endSessions(tx, memberId, keepSession);
  const addresses = await dropYoungAddresses(tx, ctx, row, now);
  return { row, until, sessions, addresses, stopped: await stopWithdrawals(tx, ctx, memberId, reason, now) };
}

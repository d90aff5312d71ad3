import { eq } from "drizzle-orm";
import { dropYoungAddresses } from "../accounts/addresses/drop-young-addresses.ts";
import type { ClientOrigin } from "../accounts/client-origin.ts";
import type { SavedAddressRow } from "../accounts/effects/account-writes.ts";
import { applyEffect, type EffectRequest } from "../accounts/effects/apply-effect.ts";
import { type FreezeRow, freezeInForce } from "../accounts/security/freeze-in-force.ts";
import { type MemberSessionRow, openSessionsIn } from "../accounts/sign-in/session-list.ts";
import { endSessions, lockMember, type MemberRow, type SignedIn } from "../accounts/sign-in/sessions.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { stopWithdrawals } from "./stop-withdrawals.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Whose wish it is. `keepSession`: the one that goes on; null ends all. `link`: of an email to the owner.
 */
export type FreezeDoor =
  | { cause: "owner"; signedIn: SignedIn; keepSession: string | null }
  | { cause: "link" }
  | { cause: "operator"; days: number };

type FreezeRequest = { by: FreezeDoor; until: Date; origin: ClientOrigin; now: Date };

/**
 * `row`: the member before it. `before`: the freeze that lasted already. `until`: a freeze that ends later stays. `sessions`: those
 * that ended. `stopped`: ended and given back. `addresses`: forgotten.
 */
export type Frozen = {
  row: MemberRow;
  before: FreezeRow | undefined;
  until: Date;
  sessions: MemberSessionRow[];
  stopped: WithdrawalRow[];
  addresses: SavedAddressRow[];
};

/**
 * The first half of every freeze, in one transaction: nothing may leave the member's wallets from its commit on. Ends the
 * sessions, forgets addresses that may be somebody else's, and stops withdrawals that were not handed over. Nothing changes for an
 * account that was closed (`code_expired`) or whose session has ended meanwhile.
 */
export async function freezeAccount(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  memberId: string,
  { by, until: wanted, origin, now }: FreezeRequest,
): Promise<Frozen | Refusal> {
  if (!(await lockMember(tx, memberId))) return refuse("code_expired");
  const [row] = await tx.select().from(member).where(eq(member.id, memberId));
  if (!row) return refuse("code_expired");
  const frozenUntil = row.withdrawalsFrozenUntil;
  const until = frozenUntil !== null && frozenUntil > wanted ? frozenUntil : wanted;
  const before = await freezeInForce(tx, memberId, now);
  // Asked for again it is the same freeze; what an operator does is always said.
  const isExpected = before !== undefined && by.cause !== "operator";
  const applied = await applyFreeze(tx, ctx, by, { member: row, change: { until }, origin, now, isExpected });
  if (isRefusal(applied)) return applied;
  const keepSession = by.cause === "owner" ? by.keepSession : null;
  const sessions = (await openSessionsIn(tx, memberId, now)).filter(({ id }) => id !== keepSession);
  await endSessions(tx, memberId, keepSession);
  const addresses = await dropYoungAddresses(tx, ctx, row, now);
  const reason = by.cause === "operator" ? "frozen" : "reported";
  return { row, before, until, sessions, addresses, stopped: await stopWithdrawals(tx, ctx, memberId, reason, now) };
}

type Applying = Omit<EffectRequest<"account_frozen">, "proof" | "method">;

function applyFreeze(tx: Tx, ctx: Pick<Context, "ids" | "jobs" | "policy">, by: FreezeDoor, request: Applying) {
  if (by.cause === "operator") {
    const proof = { kind: "operator" } as const;
    return applyEffect(tx, ctx, "withdrawals_frozen", { ...request, proof, method: "operator" });
  }
  if (by.cause === "link") {
    const proof = { kind: "email_link" } as const;
    return applyEffect(tx, ctx, "freeze_reported", { ...request, proof, method: "code" });
  }
  const proof = { kind: "session", signedIn: by.signedIn } as const;
  return applyEffect(tx, ctx, "account_frozen", { ...request, proof, method: null });
}

import { eq } from "drizzle-orm";
import type { SecurityEventName } from "../../../contract/member/security-events.ts";
import type { Context } from "../../context.ts";
import type { Tx } from "../../db/database.ts";
import { member } from "../../db/schema/accounts.ts";
import { type AccountEmailKind, queueAccountEmail } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { bearerReply, endSessions, type MemberRow, type NewSession, renewBearer } from "../sign-in/sessions.ts";
import { recordSecurityEvent } from "./history.ts";

export type SecurityChange = { sessionsRevoked: number; frozenUntil: Date };
/** The session that made the change; it continues with a new token. */
export type OwnChange = SecurityChange & { session: NewSession };

type Change = {
  member: MemberRow;
  event: SecurityEventName & AccountEmailKind;
  method: "password" | "google" | "code" | "operator";
  origin: ClientOrigin;
  now: Date;
  /** The address to notify; the member's own, unless it is the one that changes. */
  to?: string;
};

/**
 * Effects of a changed password, second factor or e-mail, in its transaction: ends all sessions, freezes
 * withdrawals, adds a history entry and e-mails the member.
 */
export function securityChanged(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  change: Change,
): Promise<SecurityChange> {
  return follow(tx, ctx, change, null);
}

/**
 * The same for a change made from a session: that session continues with a new token, so a copied one stops working.
 * The account must be locked (`lockAccount`), so that the session cannot end meanwhile.
 */
export async function securityChangedFrom(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  sessionId: string,
  change: Change,
): Promise<OwnChange> {
  const followed = await follow(tx, ctx, change, sessionId);
  return { ...followed, session: await renewBearer(tx, sessionId) };
}

async function follow(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs" | "policy">,
  change: Change,
  sessionId: string | null,
): Promise<SecurityChange> {
  const { now, origin } = change;
  const until = new Date(now.getTime() + ctx.policy.withdrawals.securityFreezeSeconds * 1000);
  const frozenUntil = later(change.member.withdrawalsFrozenUntil, until);
  await tx.update(member).set({ withdrawalsFrozenUntil: frozenUntil }).where(eq(member.id, change.member.id));
  const sessionsRevoked = await endSessions(tx, change.member.id, sessionId);
  const { event, method } = change;
  const eventId = await recordSecurityEvent(tx, ctx, { memberId: change.member.id, event, method, origin, now });
  await queueAccountEmail(tx, ctx, {
    kind: event,
    about: eventId,
    to: change.to ?? change.member.email,
    language: change.member.locale,
    now,
  });
  return { sessionsRevoked, frozenUntil };
}

/** In the contract's form. */
export function changeReply({ sessionsRevoked, frozenUntil }: SecurityChange) {
  return { sessions_revoked: sessionsRevoked, withdrawals_frozen_until: frozenUntil.toISOString() };
}

export function ownChangeReply({ session, ...change }: OwnChange) {
  return { ...changeReply(change), ...bearerReply(session) };
}

const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

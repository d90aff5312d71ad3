import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member } from "../db/schema/accounts.ts";
import { note, type SecurityEventName } from "./history.ts";
import { type AccountLetter, tell } from "./letters.ts";
import type { Place } from "./place.ts";
import { endSessions, type MemberRow } from "./sessions.ts";

/** Withdrawals wait so long after what guards the account has changed. */
const frozenSeconds = 24 * 60 * 60;

export type GuardChange = { sessionsRevoked: number; frozenUntil: Date };

type Change = {
  member: MemberRow;
  /** The session that made the change and goes on; null where there is none. */
  sessionId: string | null;
  event: SecurityEventName & AccountLetter;
  method: "password" | "google" | "code" | "operator";
  place: Place;
  now: Date;
  /** The address that is told; the member's own unless it is the one that changes. */
  to?: string;
};

/**
 * What follows from a change of password, factor or e-mail, in its transaction: every other session ends, withdrawals
 * wait for a day, the history has a line and the member a letter.
 */
export async function guardChanged(tx: Tx, ctx: Pick<Context, "ids" | "jobs">, change: Change): Promise<GuardChange> {
  const { now, place } = change;
  const until = new Date(now.getTime() + frozenSeconds * 1000);
  const frozenUntil = later(change.member.withdrawalsFrozenUntil, until);
  await tx.update(member).set({ withdrawalsFrozenUntil: frozenUntil }).where(eq(member.id, change.member.id));
  const sessionsRevoked = await endSessions(tx, change.member.id, change.sessionId);
  const { event, method } = change;
  const eventId = await note(tx, ctx, { memberId: change.member.id, event, method, place, now });
  await tell(tx, ctx, {
    kind: event,
    about: eventId,
    to: change.to ?? change.member.email,
    language: change.member.locale,
    now,
  });
  return { sessionsRevoked, frozenUntil };
}

/** As the contract names it. */
export function changeReply({ sessionsRevoked, frozenUntil }: GuardChange) {
  return { sessions_revoked: sessionsRevoked, withdrawals_frozen_until: frozenUntil.toISOString() };
}

const later = (one: Date | null, other: Date) => (one && one > other ? one : other);

import type { Applied } from "../effects/apply-effect.ts";
import { bearerReply, type NewSession } from "../sign-in/sessions.ts";

export type SecurityChange = { sessionsRevoked: number; frozenUntil: Date };
/** The session that made the change; it continues with a new token, so that a copied one stops working. */
export type OwnChange = SecurityChange & { session: NewSession };

type AppliedChange = Pick<Applied<"password_changed">, "sessionsRevoked" | "frozenUntil" | "session"> | null;

/** What a changed password, second factor or email has done beside the change itself. */
export function securityChangeOf(applied: AppliedChange): SecurityChange {
  if (!applied?.frozenUntil) throw new Error("A security change freezes withdrawals");
  return { sessionsRevoked: applied.sessionsRevoked, frozenUntil: applied.frozenUntil };
}

export function ownChangeOf(applied: AppliedChange): OwnChange {
  if (!applied?.session) throw new Error("A security change renews its session");
  return { ...securityChangeOf(applied), session: applied.session };
}

/** In the contract's form. */
export function changeReply({ sessionsRevoked, frozenUntil }: SecurityChange) {
  return { sessions_revoked: sessionsRevoked, withdrawals_frozen_until: frozenUntil.toISOString() };
}

export function ownChangeReply({ session, ...change }: OwnChange) {
  return { ...changeReply(change), ...bearerReply(session) };
}

import type { Tx } from "../../db/database.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { queueAccountEmail } from "../account-emails.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { type AccountEffect, effectRow, type ProofFor } from "../rules/account-effects.ts";
import { recordSecurityEvent } from "../security/history.ts";
import { endSessions, type MemberRow, type NewSession, renewBearer } from "../sign-in/sessions.ts";
import type { AccountChanges } from "./account-changes.ts";
import { accountWrites, type EffectResult } from "./account-writes.ts";
import { boundSubject } from "./bound-subjects.ts";
import { confirmProof, type Proof, type ProofOf } from "./proof.ts";

type Services = Pick<Context, "ids" | "jobs" | "policy">;

export type EffectRequest<Effect extends AccountEffect> = {
  /** The account as it was read before; null for one that is opened. */
  member: MemberRow | null;
  proof: ProofOf<ProofFor<Effect>>;
  change: AccountChanges[Effect];
  /** How the history says it was proven. */
  method: "password" | "google" | "code" | "operator" | null;
  origin: ClientOrigin;
  now: Date;
  /** The owner needs no email: a sign-in from a network that the member has used, or a freeze that lasts already. */
  isExpected?: boolean;
};

export type Applied<Effect extends AccountEffect> = {
  result: EffectResult<Effect>;
  /** Of a security change: the sessions that ended, the end of the freeze, and the new token of the session it came from. */
  sessionsRevoked: number;
  frozenUntil: Date | null;
  session: NewSession | null;
};

/**
 * The one way to change an account: checks again what was proven, writes the change, and does what its row in the table of
 * effects says (history, email to the owner, end of other sessions, freeze), in the caller's transaction. Null where the
 * change changes nothing. Call `ctx.jobs.wakeWorkers()` after it.
 */
export async function applyEffect<Effect extends AccountEffect>(
  tx: Tx,
  ctx: Services,
  effect: Effect,
  request: EffectRequest<Effect>,
): Promise<Applied<Effect> | Refusal | null> {
  const { member, change, method, origin, now } = request;
  const proof: Proof = request.proof;
  const row = effectRow(effect);
  if (!row.proof.includes(proof.kind)) throw new Error(`${effect} is not proven by ${proof.kind}`);
  const ended = await confirmProof(tx, member?.id ?? null, proof, now);
  if (ended) return ended;
  const id = member?.id ?? ctx.ids.newId("us");
  const eventId = ctx.ids.newId("sec");
  // A code confirms exactly what it was sent for.
  if (proof.kind === "code" && proof.subject !== boundSubject(effect, id, change))
    throw new Error(`The code does not confirm this ${effect}`);
  const result = await accountWrites[effect](tx, { ctx, id, eventId, origin, now }, change);
  if (result === null || isRefusal(result)) return result;
  const frozenUntil = row.isSecurityChange && member ? await freezeAfterChange(tx, ctx, member, request) : null;
  const from = "signedIn" in proof ? proof.signedIn.sessionId : null;
  const sessionsRevoked = row.isSecurityChange
    ? await endSessions(tx, id, effect === "account_closed" ? null : from)
    : 0;
  if (row.entry) {
    await recordSecurityEvent(tx, ctx, { id: eventId, memberId: id, event: row.entry, method, origin, now });
  }
  if (row.notice && member && !request.isExpected) {
    const { email: to, locale: language } = member;
    await queueAccountEmail(tx, ctx, { kind: row.notice, about: eventId, to, language, now });
  }
  const isContinued = row.isSecurityChange && from !== null && effect !== "account_closed";
  return { result, sessionsRevoked, frozenUntil, session: isContinued ? await renewBearer(tx, from) : null };
}

/** Withdrawals are frozen for a day; a freeze that ends later stays. */
async function freezeAfterChange(
  tx: Tx,
  { policy, ...ctx }: Services,
  { id, withdrawalsFrozenUntil: before }: MemberRow,
  { origin, now }: Pick<EffectRequest<AccountEffect>, "origin" | "now">,
): Promise<Date> {
  const day = new Date(now.getTime() + policy.withdrawals.securityFreezeSeconds * 1000);
  const until = before && before > day ? before : day;
  await accountWrites.withdrawals_frozen(tx, { ctx, id, eventId: "", origin, now }, { until });
  return until;
}

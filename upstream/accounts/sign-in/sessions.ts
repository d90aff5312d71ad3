import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { member, memberPassword, memberSession, signInStep } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { type Refusal, refuse } from "../../shared/rules/refusal.ts";
import { hashed, newToken } from "../../shared/secrets.ts";
import type { ClientOrigin } from "../client-origin.ts";

export type MemberRow = typeof member.$inferSelect;
/** The member and the session of a token. `isFresh`: signed in recently enough to move money. */
export type SignedIn = { member: MemberRow; sessionId: string; tokenHash: string; isFresh: boolean };

/** Session lifetimes: without activity, and in total. */
export const idleSeconds = 60 * 60;
const maxSeconds = 24 * 60 * 60;
/** Lifetime of a remembered session, active or not. */
const rememberedSeconds = 30 * 24 * 60 * 60;
/** The last activity is stored at most this often. */
const lastUsedPrecisionSeconds = 60;

export type NewSession = { token: string; expiresAt: Date };

/** Creates a session. The token is returned here only; the database stores its hash. */
export async function openSession(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  { memberId, origin, remembered, now }: { memberId: string; origin: ClientOrigin; remembered: boolean; now: Date },
): Promise<NewSession> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + (remembered ? rememberedSeconds : maxSeconds) * 1000);
  await tx.insert(memberSession).values({
    id: ctx.ids.newId("se"),
    memberId,
    tokenHash: hashed(token),
    address: origin.address,
    client: origin.client,
    remembered,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** In the contract's form. */
export function bearerReply({ token, expiresAt }: NewSession) {
  return { access_token: token, token_type: "Bearer" as const, expires_at: expiresAt.toISOString() };
}

/** Undefined for a missing, unknown or expired token, without distinction. */
export async function sessionOf(
  ctx: Pick<Context, "db">,
  bearer: string | null,
  now: Date,
): Promise<SignedIn | undefined> {
  if (bearer === null) return undefined;
  const tokenHash = hashed(bearer);
  const [row] = await ctx.db.orm
    .select({ session: memberSession, member })
    .from(memberSession)
    .innerJoin(member, eq(member.id, memberSession.memberId))
    .where(eq(memberSession.tokenHash, tokenHash));
  if (!row || !isSessionOpen(row.session, now)) return undefined;
  const { session } = row;
  if (now.getTime() - session.lastUsedAt.getTime() >= lastUsedPrecisionSeconds * 1000) {
    await ctx.db.orm.update(memberSession).set({ lastUsedAt: now }).where(eq(memberSession.id, session.id));
  }
  const isFresh = isWithin(maxSeconds, session.createdAt, now);
  return { member: row.member, sessionId: session.id, tokenHash, isFresh };
}

export function isSessionOpen(
  { expiresAt, lastUsedAt, remembered }: typeof memberSession.$inferSelect,
  now: Date,
): boolean {
  return now < expiresAt && (remembered || isWithin(idleSeconds, lastUsedAt, now));
}

const isWithin = (seconds: number, since: Date, now: Date) => now.getTime() < since.getTime() + seconds * 1000;

/**
 * Locks the account for the transaction and checks again what the call proved before it: that its bearer is the
 * session's, and that the password, where one was proven, is still the member's. `unauthenticated` when another call
 * was first: of several at once one changes the account.
 */
export async function lockAccount(
  tx: Tx,
  { member: { id }, sessionId, tokenHash }: SignedIn,
  provenPassword?: string,
): Promise<Refusal | undefined> {
  if (!(await lockMember(tx, id, provenPassword))) return refuse("unauthenticated");
  const sameBearer = and(eq(memberSession.id, sessionId), eq(memberSession.tokenHash, tokenHash));
  const [open] = await tx.select({ id: memberSession.id }).from(memberSession).where(sameBearer);
  return open ? undefined : refuse("unauthenticated");
}

/** Locks the member; false when the account was closed, or has another password than the proven one. */
export async function lockMember(tx: Tx, memberId: string, provenPassword?: string): Promise<boolean> {
  const [locked] = await tx
    .select({ closedAt: member.closedAt })
    .from(member)
    .where(eq(member.id, memberId))
    .for("no key update");
  if (!locked || locked.closedAt !== null) return false;
  if (provenPassword === undefined) return true;
  const [current] = await tx.select().from(memberPassword).where(eq(memberPassword.memberId, memberId));
  return current?.hash === provenPassword;
}

/** Replaces the token of a session of a locked account; the old one stops working. */
export async function renewBearer(tx: Tx, sessionId: string): Promise<NewSession> {
  const token = newToken();
  const [renewed] = await tx
    .update(memberSession)
    .set({ tokenHash: hashed(token) })
    .where(eq(memberSession.id, sessionId))
    .returning({ expiresAt: memberSession.expiresAt });
  if (!renewed) throw new Error("Only a locked session can be renewed");
  return { token, expiresAt: renewed.expiresAt };
}

/** Ends all sessions of the member except `except`, and unfinished sign-ins. Returns how many. */
export async function endSessions(tx: Tx, memberId: string, except: string | null): Promise<number> {
  await tx.delete(signInStep).where(eq(signInStep.memberId, memberId));
  const isOfMember = eq(memberSession.memberId, memberId);
  const ended = await tx
    .delete(memberSession)
    .where(except === null ? isOfMember : and(isOfMember, ne(memberSession.id, except)))
    .returning({ id: memberSession.id });
  return ended.length;
}

/** Ends one session of the member; false for another member's as for an unknown one. */
export async function endOneSession(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const ended = await tx
    .delete(memberSession)
    .where(and(eq(memberSession.id, id), eq(memberSession.memberId, memberId)))
    .returning({ id: memberSession.id });
  return ended.length > 0;
}

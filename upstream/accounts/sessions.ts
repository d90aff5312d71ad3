import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { member, memberSession, signInStep } from "../db/schema/accounts.ts";
import type { Place } from "./place.ts";
import { hashed, newToken } from "./secrets.ts";

export type MemberRow = typeof member.$inferSelect;
/** Whoever a bearer belongs to, and the session that it opens. */
export type SignedIn = { member: MemberRow; sessionId: string };

/** Without a call a session ends after the first, in any case after the second. */
export const idleSeconds = 60 * 60;
export const longestSeconds = 24 * 60 * 60;
/** The last use is written down at most so often. */
const noticedSeconds = 60;

export type Opened = { token: string; expiresAt: Date };

/** A new session. The bearer is given out here only; the database keeps its hash. */
export async function openSession(
  tx: Tx,
  ctx: Pick<Context, "ids">,
  { memberId, place, now }: { memberId: string; place: Place; now: Date },
): Promise<Opened> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + longestSeconds * 1000);
  await tx.insert(memberSession).values({
    id: ctx.ids.newId("se"),
    memberId,
    tokenHash: hashed(token),
    address: place.address,
    client: place.client,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}

/** Undefined for no bearer, an unknown one, and one that has ended: nobody is told which. */
export async function sessionOf(
  ctx: Pick<Context, "db">,
  bearer: string | null,
  now: Date,
): Promise<SignedIn | undefined> {
  if (bearer === null) return undefined;
  const [found] = await ctx.db.orm
    .select({ session: memberSession, member })
    .from(memberSession)
    .innerJoin(member, eq(member.id, memberSession.memberId))
    .where(eq(memberSession.tokenHash, hashed(bearer)));
  if (!found || !isOpen(found.session, now)) return undefined;
  const { session } = found;
  if (now.getTime() - session.lastUsedAt.getTime() >= noticedSeconds * 1000) {
    await ctx.db.orm.update(memberSession).set({ lastUsedAt: now }).where(eq(memberSession.id, session.id));
  }
  return { member: found.member, sessionId: session.id };
}

export function isOpen({ expiresAt, lastUsedAt }: typeof memberSession.$inferSelect, now: Date): boolean {
  return now < expiresAt && now.getTime() < lastUsedAt.getTime() + idleSeconds * 1000;
}

/** Ends every session of the member but `except`, and what was begun and not finished. Answers how many there were. */
export async function endSessions(tx: Tx, memberId: string, except: string | null): Promise<number> {
  await tx.delete(signInStep).where(eq(signInStep.memberId, memberId));
  const theirs = eq(memberSession.memberId, memberId);
  const ended = await tx
    .delete(memberSession)
    .where(except === null ? theirs : and(theirs, ne(memberSession.id, except)))
    .returning({ id: memberSession.id });
  return ended.length;
}

/** Ends the session of a bearer; whose it was, if it was one. */
export async function endSession(tx: Tx, bearer: string): Promise<string | undefined> {
  const [ended] = await tx
    .delete(memberSession)
    .where(eq(memberSession.tokenHash, hashed(bearer)))
    .returning({ memberId: memberSession.memberId });
  return ended?.memberId;
}

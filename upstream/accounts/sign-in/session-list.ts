import { and, desc, eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Orm } from "../../db/database.ts";
import { memberSession } from "../../db/schema/accounts.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { recordSecurityEvent } from "../security/history.ts";
import { endSessions, isOpen, lockAccount, type SignedIn } from "./sessions.ts";

export type SessionRow = typeof memberSession.$inferSelect;

/** The member's sessions, the last used first. */
export function openSessions({ db }: Pick<Context, "db">, memberId: string, now: Date): Promise<SessionRow[]> {
  return openSessionsIn(db.orm, memberId, now);
}

/** The same, in a transaction. */
export async function openSessionsIn(reader: Pick<Orm, "select">, memberId: string, now: Date): Promise<SessionRow[]> {
  const rows = await reader
    .select()
    .from(memberSession)
    .where(eq(memberSession.memberId, memberId))
    .orderBy(desc(memberSession.lastUsedAt), desc(memberSession.createdAt));
  return rows.filter((row) => isOpen(row, now));
}

type RequestContext = { origin: ClientOrigin; now: Date };

/** Ends one session of the member; `not_found` for another member's as for an unknown one. */
export async function revokeSession(
  ctx: Pick<Context, "db" | "ids">,
  signedIn: SignedIn,
  id: string,
  { origin, now }: RequestContext,
): Promise<Refusal | undefined> {
  const { member } = signedIn;
  return ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn);
    if (over) return over;
    const ended = await tx
      .delete(memberSession)
      .where(and(eq(memberSession.id, id), eq(memberSession.memberId, member.id)))
      .returning({ id: memberSession.id });
    if (ended.length === 0) return refuse("not_found");
    await recordSecurityEvent(tx, ctx, { memberId: member.id, event: "sessions_revoked", method: null, origin, now });
    return undefined;
  });
}

/** Ends all sessions but the current one. */
export async function revokeOthers(
  ctx: Pick<Context, "db" | "ids">,
  signedIn: SignedIn,
  { origin, now }: RequestContext,
): Promise<number | Refusal> {
  const { member, sessionId } = signedIn;
  return ctx.db.transaction(async (tx) => {
    const over = await lockAccount(tx, signedIn);
    if (over) return over;
    const ended = await endSessions(tx, member.id, sessionId);
    if (ended > 0)
      await recordSecurityEvent(tx, ctx, { memberId: member.id, event: "sessions_revoked", method: null, origin, now });
    return ended;
  });
}

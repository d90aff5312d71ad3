import { desc, eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { memberSession } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import type { ClientOrigin } from "../client-origin.ts";
import { applyEffect } from "../effects/apply-effect.ts";
import { isSessionOpen, type SignedIn } from "./sessions.ts";

export type MemberSessionRow = typeof memberSession.$inferSelect;

/** The member's sessions, the last used first. */
export function openSessions({ db }: Pick<Context, "db">, memberId: string, now: Date): Promise<MemberSessionRow[]> {
  return openSessionsIn(db.orm, memberId, now);
}

/** The same, in a transaction. */
export async function openSessionsIn(
  reader: Pick<Orm, "select">,
  memberId: string,
  now: Date,
): Promise<MemberSessionRow[]> {
  const rows = await reader
    .select()
    .from(memberSession)
    .where(eq(memberSession.memberId, memberId))
    .orderBy(desc(memberSession.lastUsedAt), desc(memberSession.createdAt));
  return rows.filter((row) => isSessionOpen(row, now));
}

type RequestContext = { origin: ClientOrigin; now: Date };

type Services = Pick<Context, "db" | "ids" | "jobs" | "policy">;

/** Ends one session of the member; `not_found` for another member's as for an unknown one. */
export async function revokeSession(
  ctx: Services,
  signedIn: SignedIn,
  id: string,
  { origin, now }: RequestContext,
): Promise<Refusal | undefined> {
  const ended = await endedBy(ctx, signedIn, { id }, { origin, now });
  return isRefusal(ended) ? ended : undefined;
}

/** Ends all sessions but the current one. */
export async function revokeOthers(
  ctx: Services,
  signedIn: SignedIn,
  { origin, now }: RequestContext,
): Promise<number | Refusal> {
  return endedBy(ctx, signedIn, { except: signedIn.sessionId }, { origin, now });
}

async function endedBy(
  ctx: Services,
  signedIn: SignedIn,
  change: { id: string } | { except: string },
  { origin, now }: RequestContext,
): Promise<number | Refusal> {
  const proof = { kind: "session", signedIn } as const;
  const request = { member: signedIn.member, proof, change, method: null, origin, now };
  const ended = await ctx.db.transaction((tx) => applyEffect(tx, ctx, "sessions_ended", request));
  if (ended === null) return 0;
  return isRefusal(ended) ? ended : ended.result;
}

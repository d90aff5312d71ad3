import { and, count, desc, eq, gt } from "drizzle-orm";
import type { SecurityEventName } from "../../../contract/member/security-events.ts";
import type { Tx } from "../../db/database.ts";
import { hasEntered, securityEvent } from "../../db/schema/accounts.ts";
import type { Context } from "../../ports/context.ts";
import type { ClientOrigin } from "../client-origin.ts";

type Method = (typeof securityEvent.$inferSelect)["method"];

/** Stands in for a missing account, so that both take the same time. */
export const noMember = "-";
/** A network with a sign-in of this member within this time is known. */
const rememberedSeconds = 90 * 86_400;

/** Adds an entry to the sign-in history; returns its id: a new one unless it is given. */
export async function recordSecurityEvent(
  tx: Tx | Context["db"]["orm"],
  ctx: Pick<Context, "ids">,
  entry: { id?: string; memberId: string; event: SecurityEventName; method: Method; origin: ClientOrigin; now: Date },
): Promise<string> {
  const { id = ctx.ids.newId("sec"), memberId, event, method, origin, now } = entry;
  await tx.insert(securityEvent).values({ id, memberId, event, method, ...origin, at: now });
  return id;
}

/** Whether the member has signed in from that network recently. */
export async function isKnownOrigin(
  ctx: Pick<Context, "db">,
  memberId: string,
  { network }: ClientOrigin,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - rememberedSeconds * 1000);
  const { memberId: whose, network: from, event, at } = securityEvent;
  // Uses an index of successful sign-ins only: during an attack the failures around them are many.
  const [entered] = await ctx.db.orm
    .select({ at })
    .from(securityEvent)
    .where(and(eq(whose, memberId), eq(from, network), hasEntered(event), gt(at, since)))
    .limit(1);
  return entered !== undefined;
}

/** Where sign-ins of the member failed within the last day. */
export async function failedNetworks({ db }: Pick<Context, "db">, memberId: string, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - 86_400_000);
  const { memberId: whose, event, network, at } = securityEvent;
  const rows = await db.orm
    .selectDistinct({ network })
    .from(securityEvent)
    .where(and(eq(whose, memberId), eq(event, "sign_in_failed"), gt(at, since)));
  return rows.flatMap((row) => row.network ?? []);
}

export type HistoryRow = typeof securityEvent.$inferSelect;

/** The member's sign-in history, newest first. */
export async function historyOf(
  { db }: Pick<Context, "db">,
  memberId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const ofMember = eq(securityEvent.memberId, memberId);
  const rows = await db.orm
    .select()
    .from(securityEvent)
    .where(ofMember)
    .orderBy(desc(securityEvent.at), desc(securityEvent.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.orm.select({ total: count() }).from(securityEvent).where(ofMember);
  return { rows, total: counted?.total ?? 0 };
}

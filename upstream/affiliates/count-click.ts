import { and, eq, isNull, sql } from "drizzle-orm";
import { partnerLink } from "../db/schema/affiliates.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { isPartnerCode } from "./find-touch.ts";
import { addToDay } from "./partner-days.ts";

const quietMs = 30 * 60_000;
/** Beyond this many the oldest are forgotten: a visit more is counted, and memory stays small. */
const mostRemembered = 20_000;

/** Networks and codes counted lately in this process, and until when; in memory only, so that nothing of a visitor stays. */
const lately = new WeakMap<Context["db"], Map<string, number>>();

/** Counts a visit by day and link. The same network counts once in half an hour; an unknown code is ignored. */
export async function countClick(
  { db, env }: Pick<Context, "db" | "env">,
  { code, network }: { code: string; network: string },
  now: Date,
): Promise<void> {
  if (!isPartnerCode(code) || isRepeated(db, `${network} ${code.toLowerCase()}`, now.getTime())) return;
  const [link] = await db.orm
    .select()
    .from(partnerLink)
    .where(and(eq(sql`lower(${partnerLink.code})`, code.toLowerCase()), isNull(partnerLink.deletedAt)));
  if (!link) return;
  const dayKey = {
    partnerId: link.partnerId,
    day: dayOf(now),
    code: link.code,
    pairId: "",
    asset: env.AFFILIATE_ASSET,
  };
  await addToDay(db.orm, dayKey, { visits: 1 });
}

function isRepeated(db: Context["db"], key: string, now: number): boolean {
  const seen = lately.get(db) ?? new Map<string, number>();
  lately.set(db, seen);
  const until = seen.get(key);
  if (until !== undefined && now < until) return true;
  // A map keeps its order: the first entry is the oldest.
  seen.delete(key);
  seen.set(key, now + quietMs);
  const [oldest] = seen.keys();
  if (seen.size > mostRemembered && oldest !== undefined) seen.delete(oldest);
  return false;
}

import { and, desc, eq, gt, sql, sum } from "drizzle-orm";
import type { MemberLoyalty } from "../../../contract/member/loyalty.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Orm } from "../../db/database.ts";
import { order } from "../../db/schema/orders.ts";
import { type LoyaltyRule, nextTier, tierAt, turnoverMs } from "../../market/rules/loyalty.ts";
import type { Context } from "../../ports/context.ts";

type Reader = Pick<Orm, "select">;
type Rules = { env: Pick<Context["env"], "LOYALTY_TIERS"> };

/** The tier whose discount a new price of this member has; null for guests and below the lowest. */
export async function loyaltyOf(
  { env }: Rules,
  reader: Reader,
  memberId: string | null,
  now: Date,
): Promise<LoyaltyRule | null> {
  if (memberId === null || env.LOYALTY_TIERS.length === 0) return null;
  return tierAt(env.LOYALTY_TIERS, await turnoverOf(reader, memberId, now));
}

/** Tier, discount and turnover of a member; null where there are no tiers. */
export async function loyaltyStatus(
  { db, env }: Rules & Pick<Context, "db">,
  memberId: string,
  now: Date,
): Promise<MemberLoyalty | null> {
  const rules = env.LOYALTY_TIERS;
  if (rules.length === 0) return null;
  const turnover = await turnoverOf(db.orm, memberId, now);
  const [rule, next] = [tierAt(rules, turnover), nextTier(rules, turnover)];
  return {
    tier: rule?.tier ?? null,
    discount_percent: String(rule?.discountPercent ?? 0),
    turnover_usd: dollars(turnover),
    next_tier: next?.tier ?? null,
    next_tier_at: next && dollars(next.fromCents),
    next_tier_needs: next && dollars(next.fromCents - turnover),
    ends_at: rule && ((await endOf(db.orm, memberId, rule, now))?.toISOString() ?? null),
    tiers: rules.map(({ tier, fromCents, discountPercent }) => {
      return { tier, turnover_usd: dollars(fromCents), discount_percent: String(discountPercent) };
    }),
  };
}

const dollars = (cents: bigint) => formatDecimal(cents, 2);

const counted = (memberId: string, now: Date) =>
  and(
    eq(order.ownerId, memberId),
    eq(order.status, "completed"),
    gt(order.completedAt, new Date(now.getTime() - turnoverMs)),
  );

/** US cents. */
async function turnoverOf(reader: Reader, memberId: string, now: Date): Promise<bigint> {
  const [row] = await reader
    .select({ cents: sum(order.turnoverCents) })
    .from(order)
    .where(counted(memberId, now));
  return BigInt(row?.cents ?? 0);
}

/** When the newest exchanges alone are too few: as the oldest of those that the tier needs no longer counts. */
async function endOf(reader: Reader, memberId: string, { fromCents }: LoyaltyRule, now: Date): Promise<Date | null> {
  const newest = reader
    .select({
      completedAt: order.completedAt,
      cents: sql<string>`sum(${order.turnoverCents}) over (order by ${order.completedAt} desc, ${order.ref})`.as(
        "cents",
      ),
    })
    .from(order)
    .where(counted(memberId, now))
    .as("newest");
  const [last] = await reader
    .select({ completedAt: newest.completedAt })
    .from(newest)
    .where(sql`${newest.cents} >= ${fromCents}`)
    .orderBy(desc(newest.completedAt), newest.cents)
    .limit(1);
  return last?.completedAt ? new Date(last.completedAt.getTime() + turnoverMs) : null;
}

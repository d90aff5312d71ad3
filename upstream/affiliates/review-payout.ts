import { and, desc, eq, gt, isNotNull, isNull, max, or, sql, sum } from "drizzle-orm";
import type { AffiliateReview } from "../../contract/affiliate/affiliate-lists.ts";
import type { Orm } from "../db/database.ts";
import { affiliatePayout, referral } from "../db/schema/affiliates.ts";
import { asset as assetTable } from "../db/schema/market.ts";
import { powerOfTen } from "../market/rules/division.ts";
import type { Context } from "../ports/context.ts";
import { mostUnseen, payoutReview } from "./rules/payout-review.ts";

type Reader = Pick<Orm, "select">;
type PartnerBalanceKey = { partnerId: string; asset: string };
type Wanted = PartnerBalanceKey & { amount: bigint };
type Settings = Pick<Context, "env">;
export type PayoutRow = typeof affiliatePayout.$inferSelect;

const dayMs = 86_400_000;

/** Why an operator looks at a payout first; null where nobody has to. */
export async function reviewOf(
  ctx: Settings,
  reader: Reader,
  { amount, ...of }: Wanted,
  now: Date,
): Promise<AffiliateReview | null> {
  return payoutReview({ amount, ...(await factsOf(ctx, reader, of, now)) });
}

/** How much a partner can take out now without an operator's review, whether that is ready or not. */
export async function withoutReview(ctx: Settings, reader: Reader, of: PartnerBalanceKey, now: Date): Promise<bigint> {
  return mostUnseen(await factsOf(ctx, reader, of, now));
}

async function factsOf({ env }: Settings, reader: Reader, { partnerId, asset }: PartnerBalanceKey, now: Date) {
  const [of] = await reader.select({ decimals: assetTable.decimals }).from(assetTable).where(eq(assetTable.id, asset));
  return {
    takenInDay: await takenInDay(reader, { partnerId, asset }, now),
    band: BigInt(env.AFFILIATE_REVIEW_ABOVE) * powerOfTen(of?.decimals ?? 0),
    ...(await decisions(reader, partnerId)),
  };
}

/** What nobody has looked at yet. */
async function takenInDay(reader: Reader, { partnerId, asset }: PartnerBalanceKey, now: Date): Promise<bigint> {
  const { state, review, createdAt } = affiliatePayout;
  const unseen = and(eq(state, "paid"), isNull(review), gt(createdAt, new Date(now.getTime() - dayMs)));
  const [row] = await reader
    .select({ amount: sum(affiliatePayout.amount) })
    .from(affiliatePayout)
    .where(
      and(eq(affiliatePayout.partnerId, partnerId), eq(affiliatePayout.asset, asset), or(unseen, eq(state, "waiting"))),
    );
  return BigInt(row?.amount ?? 0);
}

async function decisions(reader: Reader, partnerId: string) {
  // A flag of an older version has no time: that of its order then.
  const last = sql<Date | null>`max(coalesce(${referral.flaggedAt}, ${referral.createdAt}))`.mapWith(
    referral.createdAt,
  );
  const [flagged] = await reader
    .select({ at: last })
    .from(referral)
    .where(and(eq(referral.partnerId, partnerId), eq(referral.reason, "fraud")));
  const [approved] = await reader
    .select({ at: max(affiliatePayout.endedAt) })
    .from(affiliatePayout)
    .where(
      and(
        eq(affiliatePayout.partnerId, partnerId),
        eq(affiliatePayout.state, "paid"),
        isNotNull(affiliatePayout.review),
      ),
    );
  return { flaggedAt: flagged?.at ?? null, approvedAt: approved?.at ?? null };
}

/** The payout that waits for an operator: a partner has one at most. */
export async function waitingPayout(reader: Reader, partnerId: string): Promise<PayoutRow | undefined> {
  const [row] = await reader
    .select()
    .from(affiliatePayout)
    .where(and(eq(affiliatePayout.partnerId, partnerId), eq(affiliatePayout.state, "waiting")));
  return row;
}

/** The newest payout, where it waits or was refused: what the partner's page tells about it. */
export async function untoldPayout(reader: Reader, partnerId: string): Promise<PayoutRow | null> {
  const [row] = await reader
    .select()
    .from(affiliatePayout)
    .where(eq(affiliatePayout.partnerId, partnerId))
    .orderBy(desc(affiliatePayout.createdAt), desc(affiliatePayout.id))
    .limit(1);
  return row && row.state !== "paid" ? row : null;
}

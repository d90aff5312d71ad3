import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { AffiliateReferral } from "../../contract/affiliate/affiliate-history.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Orm } from "../db/database.ts";
import { referral, reward } from "../db/schema/affiliates.ts";
import { order } from "../db/schema/orders.ts";
import { turnoverCents } from "../market/rules/loyalty.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { type Refusal, refuseFields } from "../shared/rules/refusal.ts";
import { amountBand, referralState } from "./rules/referral-state.ts";
import { percentOf } from "./show-terms.ts";

type Filter = { partnerId: string; code: string | null };
type ReferralCursor = { at: Date; id: string };
type ReferralPage = { rows: AffiliateReferral[]; nextCursor: string | null };

/** A page of the orders that came to a partner, newest first. Refuses a cursor that is none of theirs. */
export async function readReferrals(
  ctx: Pick<Context, "db" | "market">,
  filter: Filter,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<ReferralPage | Refusal> {
  const after = cursor === null ? null : await placeOf(ctx.db.orm, filter.partnerId, cursor);
  if (cursor !== null && after === null) return refuseFields({ pointer: "/cursor", code: "invalid" });
  // One more than the page, to know whether there are older ones.
  const rows = await referralRows(ctx.db.orm, filter, after, limit + 1);
  const { assets } = await ctx.market.terms();
  const decimals = new Map(assets.map((row) => [row.id, row.decimals]));
  const pageRows = rows.slice(0, limit);
  return {
    rows: pageRows.map((row) => referralView(row, (asset) => decimals.get(asset) ?? 0)),
    nextCursor: rows.length > limit ? (pageRows.at(-1)?.referral.id ?? null) : null,
  };
}

/** In the order of an index, from which the page is read: it costs the same however many orders there are. */
function referralRows(orm: Orm, { partnerId, code }: Filter, after: ReferralCursor | null, limit: number) {
  const isOlder = after && sql`(${referral.placedAt}, ${referral.id}) < (${after.at.toISOString()}, ${after.id})`;
  return orm
    .select({ referral, order, reward })
    .from(referral)
    .innerJoin(order, eq(order.ref, referral.orderRef))
    .leftJoin(reward, and(eq(reward.orderRef, referral.orderRef), eq(reward.level, 1), eq(reward.partnerId, partnerId)))
    .where(
      and(
        eq(referral.partnerId, partnerId),
        code === null ? undefined : eq(referral.code, code),
        isNotNull(referral.placedAt),
        isOlder ?? undefined,
      ),
    )
    .orderBy(desc(referral.placedAt), desc(referral.id))
    .limit(limit);
}

async function placeOf(orm: Orm, partnerId: string, id: string): Promise<ReferralCursor | null> {
  const [row] = await orm
    .select({ at: referral.placedAt })
    .from(referral)
    .where(and(eq(referral.id, id), eq(referral.partnerId, partnerId)));
  return row?.at ? { at: row.at, id } : null;
}

type Row = Awaited<ReturnType<typeof referralRows>>[number];

function referralView({ referral: row, order: of, reward: paid }: Row, decimalsOf: (asset: string) => number) {
  const cents = of.usdRate === null ? null : turnoverCents(of.fromAmount, decimalsOf(of.fromAsset), of.usdRate);
  return {
    id: row.id,
    day: dayOf(row.placedAt ?? row.createdAt),
    pair: of.pairId,
    from_asset: of.fromAsset,
    to_asset: of.toAsset,
    amount_band: cents === null ? null : amountBand(cents),
    code: row.code,
    way: row.way,
    ...referralState({ reason: row.reason, order: of, reward: paid }),
    reward: paid && rewardView(paid, decimalsOf),
  };
}

function rewardView(paid: typeof reward.$inferSelect, decimalsOf: (asset: string) => number) {
  const inAsset = (minor: bigint) => formatDecimal(minor, decimalsOf(paid.asset));
  const isLost = paid.state === "void" || paid.state === "taken_back";
  return {
    amount: inAsset(paid.amount),
    asset: paid.asset,
    percent: percentOf(paid.rateBps),
    tier: paid.tier,
    profit: formatDecimal(paid.profit, decimalsOf(paid.profitAsset)),
    profit_asset: paid.profitAsset,
    rate: paid.rate,
    base: inAsset(paid.base),
    ready_on: isLost ? null : dayOf(paid.settledAt ?? paid.readyAt),
  };
}

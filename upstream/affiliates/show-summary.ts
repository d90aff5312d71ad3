import { and, eq, sql } from "drizzle-orm";
import type { AffiliateSummary } from "../../contract/affiliate/affiliate.ts";
import type { MemberProfile } from "../../contract/member/member.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Lang } from "../../contract/values/languages.ts";
import type { Orm } from "../db/database.ts";
import { affiliatePayout, partnerBalance } from "../db/schema/affiliates.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { powerOfTen } from "../market/rules/division.ts";
import type { Context } from "../ports/context.ts";
import { dayOf } from "../shared/rules/day-of.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { smaller } from "../shared/rules/smaller.ts";
import { sumsOf } from "./partner-sums.ts";
import { partnerTurnover } from "./partner-turnover.ts";
import { linksOf, linkUrl, type PartnerRow, partnerOf } from "./partners.ts";
import { type PayoutRow, untoldPayout, withoutReview } from "./review-payout.ts";
import { affiliateTierAt, daysBefore, nextAffiliateTier } from "./rules/affiliate-policy.ts";
import { minPayout, percentOf, rewardAsset } from "./show-terms.ts";

type Reading = Pick<Context, "db" | "env" | "market">;

/** The partner's link, money and figures. Its cost does not depend on how many orders there were. */
export async function affiliateSummary(
  ctx: Reading,
  row: PartnerRow,
  { days, language }: { days: number; language: Lang },
  now: Date,
): Promise<AffiliateSummary | Refusal> {
  const asset = await rewardAsset(ctx);
  if (!asset) return refuse("not_available");
  const { orm } = ctx.db;
  const text = (minor: bigint) => formatDecimal(minor, asset.decimals);
  const [main] = await linksOf(orm, row.id);
  const code = main?.code ?? "";
  const money = await partnerMoney(orm, row.id, asset.id);
  const least = minPayout(asset.decimals);
  const turnover = await partnerTurnover(orm, row.id, now);
  const rules = ctx.env.AFFILIATE_TIERS;
  const [rule, next] = [affiliateTierAt(rules, turnover), nextAffiliateTier(rules, turnover)];
  const span = { from: dayOf(daysBefore(now, days - 1)), to: dayOf(now) };
  const period = await sumsIn(orm, { partnerId: row.id, asset: asset.id }, span);
  const payout = await untoldPayout(orm, row.id);
  return {
    status: row.status,
    paused_reason: row.pausedReason,
    code,
    link: linkUrl(ctx.env, code, language),
    asset: asset.id,
    ready: text(money.ready),
    waiting: text(money.waiting),
    in_payout: text(money.inPayout),
    paid_out: text(money.paidOut),
    debt: text(money.debt),
    min_payout: text(least),
    payout: payout && payoutView(payout, text),
    without_review: text(
      smaller(money.ready, await withoutReview(ctx, orm, { partnerId: row.id, asset: asset.id }, now)),
    ),
    review_above: text(BigInt(ctx.env.AFFILIATE_REVIEW_ABOVE) * powerOfTen(asset.decimals)),
    missing: text(money.ready < least ? least - money.ready : 0n),
    tier: rule.tier,
    percent: percentOf(row.rateBps ?? rule.rateBps),
    second_level_percent: percentOf(rule.secondLevelBps),
    turnover_usd: formatDecimal(turnover, 2),
    next_tier: next?.tier ?? null,
    next_tier_needs_usd: next && formatDecimal(next.fromCents - turnover, 2),
    period: { days, ...span, ...period, earned: text(period.earned) },
    joined_at: row.joinedAt.toISOString(),
  };
}

function payoutView(
  { state, amount, createdAt, endedAt, refusal }: PayoutRow,
  text: (minor: bigint) => string,
): AffiliateSummary["payout"] {
  const times = { asked_at: createdAt.toISOString(), decided_at: endedAt?.toISOString() ?? null };
  return { state, amount: text(amount), ...times, reason: refusal };
}

/** What a member's profile says of the programme, with a link to pages in `language`; null for one who has not joined. */
export async function affiliateOf(ctx: Reading, memberId: string, language: Lang): Promise<MemberProfile["affiliate"]> {
  if (ctx.env.AFFILIATES === "off") return null;
  const row = await partnerOf(ctx.db.orm, memberId);
  const asset = row && (await rewardAsset(ctx));
  if (!row || !asset) return null;
  const [main] = await linksOf(ctx.db.orm, row.id);
  const code = main?.code ?? "";
  const ready = await available(ctx.db.orm, accounts.affiliate(row.id, asset.id));
  return {
    code,
    link: linkUrl(ctx.env, code, language),
    balance: formatDecimal(ready, asset.decimals),
    asset: asset.id,
  };
}

/** The money of a partner in one asset, minor units: no part is in another. */
async function partnerMoney(reader: Orm, partnerId: string, asset: string) {
  const [balance] = await reader
    .select()
    .from(partnerBalance)
    .where(and(eq(partnerBalance.partnerId, partnerId), eq(partnerBalance.asset, asset)));
  const [held] = await reader
    .select({ amount: affiliatePayout.amount })
    .from(affiliatePayout)
    .where(
      and(
        eq(affiliatePayout.partnerId, partnerId),
        eq(affiliatePayout.asset, asset),
        eq(affiliatePayout.state, "waiting"),
      ),
    );
  return {
    ready: await available(reader, accounts.affiliate(partnerId, asset)),
    inPayout: held?.amount ?? 0n,
    waiting: balance?.waiting ?? 0n,
    paidOut: balance?.paidOut ?? 0n,
    debt: balance?.debt ?? 0n,
  };
}

async function sumsIn(
  reader: Pick<Orm, "select">,
  { partnerId, asset }: { partnerId: string; asset: string },
  span: { from: string; to: string },
) {
  const rows = sumsOf(reader, { partnerId, groupedBy: "all" }, span);
  const { visits, signups, orders, counted, waiting, ready } = rows;
  const [row] = await reader
    .select({
      visits: sql<number>`coalesce(sum(${visits}), 0)::int`,
      signups: sql<number>`coalesce(sum(${signups}), 0)::int`,
      orders: sql<number>`coalesce(sum(${orders}), 0)::int`,
      counted: sql<number>`coalesce(sum(${counted}), 0)::int`,
      earned: sql<string>`coalesce(sum(${waiting} + ${ready}), 0)::text`,
    })
    .from(rows)
    .where(eq(rows.asset, asset));
  return {
    visits: row?.visits ?? 0,
    signups: row?.signups ?? 0,
    orders: row?.orders ?? 0,
    counted: row?.counted ?? 0,
    earned: BigInt(row?.earned ?? 0),
  };
}

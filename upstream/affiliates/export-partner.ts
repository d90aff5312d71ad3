import { asc, eq } from "drizzle-orm";
import { formatDecimal } from "../../contract/values/decimal.ts";
import type { Lang } from "../../contract/values/languages.ts";
import { affiliatePayout, memberPartner } from "../db/schema/affiliates.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { linksOf, linkView, partnerOf } from "./partners.ts";
import { readReferrals } from "./read-referrals.ts";
import { percentOf } from "./show-terms.ts";

type Services = Pick<Context, "db" | "env" | "market">;

/** Most rows of one kind in a file. */
const maxRows = 10_000;

/**
 * What is stored about a member in the partner programme, for the file with everything: by which link the member came, and
 * the member's own links, orders and payouts. Of customers what the partner's page shows, and no more.
 */
export async function exportPartner(ctx: Services, memberId: string, language: Lang) {
  const [bound] = await ctx.db.orm.select().from(memberPartner).where(eq(memberPartner.memberId, memberId));
  const row = await partnerOf(ctx.db.orm, memberId);
  return {
    came_by: bound ? { code: bound.code, way: bound.way, at: bound.boundAt.toISOString() } : null,
    partner: row
      ? {
          joined_at: row.joinedAt.toISOString(),
          status: row.status,
          paused_reason: row.pausedReason,
          agreed_percent: row.rateBps === null ? null : percentOf(row.rateBps),
          links: (await linksOf(ctx.db.orm, row.id)).map((link) => linkView(ctx, link, language)),
          orders: await ordersOf(ctx, row.id),
          payouts: await payoutsOf(ctx, row.id),
        }
      : null,
  };
}

async function ordersOf(ctx: Services, partnerId: string) {
  const referralPage = await readReferrals(ctx, { partnerId, code: null }, { cursor: null, limit: maxRows });
  return isRefusal(referralPage) ? [] : referralPage.rows;
}

async function payoutsOf({ db, market }: Services, partnerId: string) {
  const { assets } = await market.terms();
  const rows = await db.orm
    .select()
    .from(affiliatePayout)
    .where(eq(affiliatePayout.partnerId, partnerId))
    .orderBy(asc(affiliatePayout.createdAt), asc(affiliatePayout.id))
    .limit(maxRows);
  return rows.map(({ asset, amount, state, createdAt, endedAt, refusal }) => ({
    asset,
    amount: formatDecimal(amount, assets.find(({ id }) => id === asset)?.decimals ?? 0),
    state,
    asked_at: createdAt.toISOString(),
    decided_at: endedAt?.toISOString() ?? null,
    reason: refusal,
  }));
}

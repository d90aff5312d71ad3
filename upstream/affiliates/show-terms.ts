import type { AffiliateTerms } from "../../contract/affiliate/affiliate-terms.ts";
import { formatDecimal } from "../../contract/values/decimal.ts";
import { powerOfTen } from "../market/rules/division.ts";
import type { Context } from "../ports/context.ts";
import { type Refusal, refuse } from "../shared/rules/refusal.ts";
import { clickDays, disputeDaysByMethod, minPayoutUnits } from "./rules/affiliate-policy.ts";

/** The asset of all rewards; undefined where it is not known here. */
export async function rewardAsset({ env, market }: Pick<Context, "env" | "market">) {
  const { assets } = await market.snapshot();
  return assets.find(({ id }) => id === env.AFFILIATE_ASSET);
}

/** For operators: that the partner programme cannot be offered, although it is on; null where it can. */
export async function missingRewardAsset(ctx: Pick<Context, "env" | "market">): Promise<string | null> {
  const { AFFILIATES, AFFILIATE_ASSET } = ctx.env;
  if (AFFILIATES === "off" || (await rewardAsset(ctx))) return null;
  return `Not offered: there is no asset ${AFFILIATE_ASSET}. Set AFFILIATE_ASSET to the one that rewards are paid in, or AFFILIATES=off.`;
}

/** The published rule. */
export async function affiliateTerms(ctx: Pick<Context, "env" | "market">): Promise<AffiliateTerms | Refusal> {
  const asset = await rewardAsset(ctx);
  if (!asset) return refuse("not_available");
  return {
    asset: asset.id,
    click_days: clickDays,
    min_payout: formatDecimal(minPayout(asset.decimals), asset.decimals),
    tiers: ctx.env.AFFILIATE_TIERS.map(({ tier, fromCents, rateBps, secondLevelBps }) => ({
      tier,
      turnover_usd: formatDecimal(fromCents, 2),
      percent: percentOf(rateBps),
      second_level_percent: percentOf(secondLevelBps),
    })),
    waiting_days: Object.entries(disputeDaysByMethod).map(([payin_method, days]) => ({ payin_method, days })),
  };
}

export const minPayout = (decimals: number) => minPayoutUnits * powerOfTen(decimals);

/** `2050` basis points are `20.5`. */
export const percentOf = (bps: number) => String(bps / 100);

import type { PriceTerms } from "./pricing.ts";
import { type Promo, withPromo } from "./promo.ts";

/**
 * What each kind of promo code does beside a loyalty discount. `adds`: both count. `larger`: both lower the service fee,
 * so the one that takes more off it counts alone.
 */
export const besideLoyalty: Readonly<Record<Promo["kind"], "adds" | "larger">> = {
  rate_bonus_bps: "adds",
  fixed_bonus: "adds",
  free_payout_fee: "adds",
  cashback_percent: "adds",
  partner_bind: "adds",
  fee_discount_percent: "larger",
};

/**
 * The terms with the code applied. `terms` have the loyalty discount, `loyalty` has the fee without it. Null where the
 * discount takes as much off the fee as the code would.
 */
export function stackedTerms<Terms extends PriceTerms>(
  terms: Terms,
  loyalty: { serviceBps: number } | null,
  promo: Promo,
): Terms | null {
  if (loyalty === null || besideLoyalty[promo.kind] === "adds") return withPromo(terms, promo);
  const alone = withPromo({ ...terms, serviceBps: loyalty.serviceBps }, promo);
  return alone.serviceBps < terms.serviceBps ? alone : null;
}

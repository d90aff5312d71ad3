import type { PromoReply } from "../../../contract/market/quote.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { cashbackOf } from "../../market/rules/cashback.ts";
import { priceOf } from "../../market/rules/pricing.ts";
import { promoCode } from "../../market/rules/promo.ts";
import { besideLoyalty } from "../../market/rules/stacking.ts";
import { isRefusal, type Refusal } from "../../shared/rules/refusal.ts";
import { type PricedRequest, type PriceSource, priceRequest, type QuoteRequest } from "../quotes/quote.ts";
import { shownCashback } from "../quotes/shown-cashback.ts";

/** The effect of a code on this exchange. A code that does not apply is an answer with a reason, not a refusal. */
export async function replyToPromo(
  source: PriceSource,
  request: QuoteRequest & { promo: string },
  now: Date,
): Promise<PromoReply | Refusal> {
  const priced = await priceRequest(source, request, now);
  if (isRefusal(priced)) return priced;
  const code = promoCode(request.promo);
  const { promo } = priced;
  if (!promo) {
    const { reason = "unknown", minFrom = null } = priced.promoRefused ?? {};
    return { ...nothing, code, reason, min_from: reason === "min_amount" ? minFrom : null };
  }
  return {
    code,
    valid: true,
    kind: promo.kind,
    value: promo.value,
    effect: { to_delta: gain(priced), asset: priced.pair.to.id },
    cashback: shownCashback(
      cashbackOf({ ...priced.price, promoTerms: promo, costs: priced.terms.costs }, priced.pair),
      priced.pair,
    ),
    min_from: promo.minFrom,
    expires_at: promo.expiresAt?.toISOString() ?? null,
    uses_left: promo.usesLeft,
    uses_per_email: promo.usesPerEmail,
    new_users_only: promo.newUsersOnly,
    stackable_with_loyalty: besideLoyalty[promo.kind] === "adds",
    reason: null,
  };
}

/** How much more the customer gets for the pay-in amount of the price without the code. */
function gain({ terms, withoutPromo, pair }: PricedRequest): string {
  const { toAmount } = priceOf(withoutPromo.fromAmount, terms);
  return formatDecimal(toAmount - withoutPromo.toAmount, pair.to.decimals);
}

const nothing = {
  valid: false,
  kind: null,
  value: null,
  effect: null,
  cashback: null,
  expires_at: null,
  uses_left: null,
  uses_per_email: null,
  new_users_only: false,
  stackable_with_loyalty: false,
} as const;

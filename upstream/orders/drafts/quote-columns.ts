import type { order } from "../../db/schema/orders.ts";
import { rateAt } from "../../market/rules/pricing.ts";
import { promoTermsOf } from "../../market/rules/promo.ts";
import type { Ids } from "../../ports/ids.ts";
import type { PricedRequest } from "../quotes/quote.ts";

/** The quote columns of an order. */
export type QuoteColumns = Pick<
  typeof order.$inferSelect,
  | "quoteId"
  | "fromAmount"
  | "toAmount"
  | "rate"
  | "referenceRate"
  | "referenceSource"
  | "serviceBps"
  | "bonusBps"
  | "fixedBonus"
  | "payoutFee"
  | "serviceFee"
  | "bonus"
  | "promoCode"
  | "promoTerms"
  | "promoRefused"
  | "loyaltyTerms"
  | "costTerms"
  | "usdRate"
  | "quoteExpiresAt"
>;

/** A price as stored on an order: all that is needed to compute it again, and its expiry. */
export function quoteColumns(priced: PricedRequest, ids: Ids, ttlSeconds: number): QuoteColumns {
  const { terms, termsWithoutPromo: plainTerms, price, reference, promo, promoRefused, now } = priced;
  const { loyaltyTerms, costTerms, usdRate } = priced;
  return {
    quoteId: ids.newId("qt"),
    fromAmount: price.fromAmount,
    toAmount: price.toAmount,
    rate: rateAt(terms, price.fromAmount),
    referenceRate: reference.rate,
    referenceSource: reference.source,
    serviceBps: terms.serviceBps,
    bonusBps: terms.bonusBps,
    fixedBonus: terms.fixedBonus,
    payoutFee: terms.payoutFee,
    serviceFee: price.serviceFee,
    bonus: price.bonus,
    promoCode: promo?.code ?? null,
    promoTerms: promo && promoTermsOf(promo, plainTerms),
    loyaltyTerms,
    costTerms,
    usdRate,
    promoRefused: promoRefused && { code: promoRefused.code, reason: promoRefused.reason },
    quoteExpiresAt: new Date(now.getTime() + ttlSeconds * 1000),
  };
}

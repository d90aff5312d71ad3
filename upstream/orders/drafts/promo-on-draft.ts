import type { Tx } from "../../db/database.ts";
import { cashbackFault, givesNothing } from "../../market/rules/cashback.ts";
import { storedCosts } from "../../market/rules/costs.ts";
import { type LimitedPrice, type PriceTerms, quoteFor } from "../../market/rules/pricing.ts";
import {
  customerFault,
  type Promo,
  type PromoFault,
  promoFault,
  promoTermsOf,
  termsWithoutPromo,
} from "../../market/rules/promo.ts";
import { stackedTerms } from "../../market/rules/stacking.ts";
import type { MarketPair } from "../../ports/market.ts";
import type { OrderRow } from "../order-facts-query.ts";
import { findPromo } from "../promo/find-promo.ts";
import { promoCustomer } from "../promo/promo-customer.ts";
import type { Change, DraftContext } from "./change-draft.ts";

/**
 * Whether a draft's promo code applies to the email just entered: removed from the quote if not, restored when a
 * corrected address may use it. Rate and expiry of the quote stay.
 */
export async function promoColumnsFor(
  { env, ids }: Pick<DraftContext, "env" | "ids">,
  { tx, pair, now }: { tx: Tx; pair: MarketPair; now: Date },
  draft: OrderRow,
): Promise<Change> {
  const code = draft.promoCode ?? draft.promoRefused?.code;
  const promo = code ? await findPromo({ reader: tx, arePartnersOn: env.AFFILIATES === "on" }, code) : undefined;
  if (!promo || !draft.email) return {};
  const customer = await promoCustomer(tx, promo, draft);
  const plain = plainTerms(draft, pair);
  const plainPrice = priced(plain, pair, draft);
  const { fromAmount } = plainPrice;
  const cashback = cashbackFault(pair, { isMember: draft.ownerId !== null, areWalletsOn: env.WALLETS === "on" });
  const use = { pairId: pair.row.id, fromAmount, fromDecimals: pair.from.decimals, now, customer, cashback };
  const isCounted = draft.promoCode !== null;
  // The quote with the code is honoured until it expires; only the customer was unknown until now.
  const fault = isCounted ? customerFault(promo, customer) : promoFault(promo, use);
  const stacked = fault === null ? stackedTerms(plain, draft.loyaltyTerms, promo) : null;
  const gives = (terms: PriceTerms) =>
    isCounted ||
    !givesNothing(promo, { price: priced(terms, pair, draft), plain: plainPrice, costs: plain.costs ?? null }, pair);
  const reason = stacked === null ? (fault ?? "loyalty") : gives(stacked) ? null : "no_margin";
  if (isCounted === (reason === null)) return {};
  const terms = stacked ?? plain;
  return { quoteId: ids.newId("qt"), ...codeColumns(promo, reason, plain), ...priceColumns(terms, pair, draft) };
}

/** The quote's terms without its code. */
function plainTerms(draft: OrderRow, { from, to }: MarketPair): PriceTerms {
  const { rate, serviceBps, payoutFee, bonusBps, fixedBonus, promoTerms } = draft;
  const termsOfDraft = promoTerms ? termsWithoutPromo(promoTerms) : { serviceBps, payoutFee, bonusBps, fixedBonus };
  return {
    rate,
    ...termsOfDraft,
    costs: storedCosts(draft.costTerms),
    fromDecimals: from.decimals,
    toDecimals: to.decimals,
  };
}

function priced(terms: PriceTerms, { row }: MarketPair, draft: OrderRow): LimitedPrice {
  const { minFrom, maxFrom } = row;
  const amount = draft.side === "from" ? draft.fromAmount : draft.toAmount;
  return quoteFor({ ...terms, minFrom, maxFrom }, draft.side, amount);
}

export function priceColumns(terms: PriceTerms, pair: MarketPair, draft: OrderRow): Partial<OrderRow> {
  const { serviceBps, payoutFee, bonusBps, fixedBonus } = terms;
  const { fromAmount, toAmount, serviceFee, bonus } = priced(terms, pair, draft);
  return { serviceBps, payoutFee, bonusBps, fixedBonus, fromAmount, toAmount, serviceFee, bonus };
}

function codeColumns(promo: Promo, reason: PromoFault | null, plain: PriceTerms): Change {
  if (reason === null) return { promoCode: promo.code, promoTerms: promoTermsOf(promo, plain), promoRefused: null };
  return { promoCode: null, promoTerms: null, promoRefused: { code: promo.code, reason } };
}

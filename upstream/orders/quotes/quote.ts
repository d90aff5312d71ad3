import type { Quote, Side } from "../../../contract/market/quote.ts";
import { formatDecimal, parseAmount } from "../../../contract/values/decimal.ts";
import type { Orm } from "../../db/database.ts";
import { cashbackFault, cashbackOf, givesNothing } from "../../market/rules/cashback.ts";
import { type CostTerms, costTermsOf, walletCosts } from "../../market/rules/costs.ts";
import { amountError } from "../../market/rules/limits.ts";
import { type LoyaltyRule, type LoyaltyTerms, withLoyalty } from "../../market/rules/loyalty.ts";
import { type LimitedPrice, priceOf, quoteFor, rateAt } from "../../market/rules/pricing.ts";
import { type Promo, type PromoFault, promoCode, promoFault } from "../../market/rules/promo.ts";
import { costAmount, costPercent, effectiveRate, formatRate, parseRate } from "../../market/rules/rate.ts";
import { stackedTerms } from "../../market/rules/stacking.ts";
import type { Context } from "../../ports/context.ts";
import type { MarketPair, MarketSnapshot } from "../../ports/market.ts";
import type { RateSource, ReferenceRate } from "../../ports/rates.ts";
import { isRefusal, type Refusal, refuse, refuseFields } from "../../shared/rules/refusal.ts";
import { shownLoyalty } from "../loyalty/shown-loyalty.ts";
import { usdRateOf } from "../loyalty/usd-rate.ts";
import { findPromo } from "../promo/find-promo.ts";
import { type OrderCustomer, promoCustomer } from "../promo/promo-customer.ts";
import { pricePair, type Terms } from "./priced-pair.ts";
import { shownCashback } from "./shown-cashback.ts";

/** A price request as entered: asset ids, an amount on one side, optionally a promo code. */
export type QuoteRequest = {
  from: string;
  to: string;
  amount: string;
  side: Side;
  promo?: string | null | undefined;
  /** The customer who would use the code, where known. */
  customer?: OrderCustomer | undefined;
  /** The tier of the signed-in member who asks. */
  loyalty?: LoyaltyRule | null | undefined;
  /** The signed-in member who asks, or the order's owner. */
  memberId?: string | null | undefined;
  /** The payout goes into the customer's wallet, without the network's fee. */
  toWallet?: boolean | undefined;
};

/**
 * A price for the request. `terms` include the promo code; `termsWithoutPromo` and `withoutPromo` do not. The rate is `rateAt` its
 * amount.
 */
export type PricedRequest = {
  pair: MarketPair;
  terms: Terms;
  termsWithoutPromo: Terms;
  reference: ReferenceRate;
  price: LimitedPrice;
  withoutPromo: LimitedPrice;
  promo: Promo | null;
  /** The member's discount, which a promo code may take the place of. */
  loyaltyTerms: LoyaltyTerms | null;
  usdRate: string | null;
  /** What limits this price and later ones of its order; null where nothing does. */
  costTerms: CostTerms | null;
  /** Why the promo code does not apply, with its minimum, which the customer can still reach. */
  promoRefused: { code: string; reason: PromoFault; minFrom: string | null } | null;
  now: Date;
};

/** Inputs of a price. The snapshot is taken beforehand, because reading it inside a transaction would deadlock. */
export type PriceSource = {
  market: MarketSnapshot;
  rates: RateSource;
  reader: Pick<Orm, "select">;
  areWalletsOn: boolean;
  arePartnersOn: boolean;
};

export async function priceSource(ctx: Pick<Context, "db" | "env" | "market" | "rates">): Promise<PriceSource> {
  const areWalletsOn = ctx.env.WALLETS === "on";
  const arePartnersOn = ctx.env.AFFILIATES === "on";
  return { market: await ctx.market.snapshot(), rates: ctx.rates, reader: ctx.db.orm, areWalletsOn, arePartnersOn };
}

/**
 * Prices a request. Refuses an unknown or paused pair and invalid amounts. Limits, reserve and a promo code that does
 * not apply are part of the result, since their effect depends on the caller.
 */
export async function priceRequest(
  source: PriceSource,
  request: QuoteRequest,
  now: Date,
): Promise<PricedRequest | Refusal> {
  const pair = findPair(source.market, request);
  if (isRefusal(pair)) return pair;
  const { status, priced } = pricePair(pair, source.rates, now);
  if (!priced || status === "paused" || status === "maintenance") return refuse("pair_paused");

  const decimals = request.side === "from" ? pair.from.decimals : pair.to.decimals;
  const amount = parseAmount(request.amount, decimals);
  if (typeof amount !== "bigint") return refuseFields(amountError("/amount", amount, decimals));

  const { reference } = priced;
  const ownTerms = request.toWallet
    ? { ...priced.terms, payoutFee: 0n, costs: walletCosts(priced.terms.costs) }
    : priced.terms;
  const { terms, loyalty: loyaltyTerms } = withLoyalty(ownTerms, request.loyalty ?? null);
  const usdRate = usdRateOf(source, pair, reference.rate, now);
  const costTerms = ownTerms.costs && costTermsOf(ownTerms.costs);
  const price = quoteFor(terms, request.side, amount);
  const without = { termsWithoutPromo: terms, withoutPromo: price, promo: null, promoRefused: null };
  const plain = { pair, terms, reference, price, loyaltyTerms, usdRate, costTerms, ...without, now };
  return request.promo ? withPromoCode(source, plain, request, { code: request.promo, amount }) : plain;
}

async function withPromoCode(
  source: PriceSource,
  plain: PricedRequest,
  { side, customer, memberId }: Pick<QuoteRequest, "side" | "customer" | "memberId">,
  { code, amount }: { code: string; amount: bigint },
): Promise<PricedRequest> {
  const { pair, price, now } = plain;
  const promo = await findPromo(source, code);
  const promoUser = promo && customer ? await promoCustomer(source.reader, promo, customer) : null;
  const payee = { isMember: typeof memberId === "string", areWalletsOn: source.areWalletsOn };
  const use = { pairId: pair.row.id, fromAmount: price.fromAmount, fromDecimals: pair.from.decimals, now };
  const reason = promoFault(promo, { ...use, customer: promoUser, cashback: cashbackFault(pair, payee) });
  const terms = promo && !reason ? stackedTerms(plain.terms, plain.loyaltyTerms, promo) : null;
  if (!promo || !terms) {
    const refused = promo ? (reason ?? "loyalty") : "unknown";
    return { ...plain, promoRefused: { code: promoCode(code), reason: refused, minFrom: promo?.minFrom ?? null } };
  }
  const withCode = quoteFor(terms, side, amount);
  if (!givesNothing(promo, { price: withCode, plain: price, costs: terms.costs }, pair))
    return { ...plain, terms, price: withCode, promo };
  return { ...plain, promoRefused: { code: promoCode(code), reason: "no_margin", minFrom: promo.minFrom } };
}

/** Names the wrong side: an asset no pair sends, else one that cannot be received for it. */
function findPair(snapshot: MarketSnapshot, request: { from: string; to: string }): MarketPair | Refusal {
  for (const pair of snapshot.pairs.values()) {
    const { row } = pair;
    if (row.from === request.from && row.to === request.to && row.status !== "hidden") return pair;
  }
  const sold = [...snapshot.pairs.values()].filter(({ row }) => row.status !== "hidden");
  const isSent = sold.some(({ row }) => row.from === request.from);
  return refuseFields({ pointer: isSent ? "/to" : "/from", code: "pair_unknown" });
}

/** The indicative price: an amount outside the limits is moved to the nearest limit, with a warning. */
export async function quote(source: PriceSource, request: QuoteRequest, now: Date): Promise<Quote | Refusal> {
  const priced = await priceRequest(source, request, now);
  return isRefusal(priced) ? priced : shownQuote(priced, request.side);
}

function shownQuote(priced: PricedRequest, side: Side): Quote {
  const { pair, price, terms, reference, promo, loyaltyTerms } = priced;
  const inFrom = (minor: bigint) => formatDecimal(minor, pair.from.decimals);
  const inTo = (minor: bigint) => formatDecimal(minor, pair.to.decimals);
  const { fromAmount, toAmount } = price;
  const { fromDecimals, toDecimals } = terms;
  const trade = { fromAmount, toAmount, fromDecimals, toDecimals };
  const market = parseRate(reference.rate);
  const rate = rateAt(terms, fromAmount);
  return {
    pair: pair.row.id,
    side,
    from: { asset: pair.from.id, amount: inFrom(fromAmount) },
    to: { asset: pair.to.id, amount: inTo(toAmount) },
    rate,
    reference_rate: reference.rate,
    reference_source: reference.source,
    cost_percent: costPercent(trade, market),
    cost_amount: inTo(costAmount(trade, market)),
    effective_rate: formatRate(effectiveRate(trade, parseRate(rate))),
    fees: [
      { kind: "service", amount: inTo(price.serviceFee), asset: pair.to.id },
      ...(terms.payoutFee > 0n
        ? [{ kind: "payout_network", amount: inTo(terms.payoutFee), asset: pair.to.id } as const]
        : []),
    ],
    promo: promo && {
      code: promo.code,
      kind: promo.kind,
      bonus: inTo(price.bonus),
      gain: inTo(price.toAmount - priceOf(fromAmount, priced.termsWithoutPromo).toAmount),
      cashback: shownCashback(cashbackOf({ fromAmount, toAmount, promoTerms: promo, costs: terms.costs }, pair), pair),
    },
    loyalty: shownLoyalty({ ...terms, rate, fromAmount, toAmount, promoTerms: promo, loyaltyTerms }, terms),
    min_from: inFrom(terms.minFrom),
    max_from: inFrom(terms.maxFrom),
    reserve_ok: isCovered(priced),
    adjusted: price.limit !== null,
    warnings: warnings(priced, side === "from" ? inFrom : inTo),
    as_of: priced.now.toISOString(),
  };
}

/** Whether the reserve covers the payout now; nothing is reserved. */
export function isCovered({ price, pair }: PricedRequest): boolean {
  return price.toAmount <= pair.to.reserve;
}

function warnings(priced: PricedRequest, inTyped: (minor: bigint) => string): Quote["warnings"] {
  const { limit, min, max } = priced.price;
  return [
    ...(limit === "below_min" ? [{ code: limit, min: inTyped(min) }] : []),
    ...(limit === "above_max" ? [{ code: limit, max: inTyped(max) }] : []),
    ...(isCovered(priced) ? [] : [{ code: "reserve_low" }]),
    ...(priced.promoRefused ? [{ code: "promo_invalid", reason: priced.promoRefused.reason }] : []),
  ];
}

import type { PromoReply } from "../../../contract/market/quote.ts";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import type { PriceCosts } from "./costs.ts";
import { floorDiv, powerOfTen } from "./division.ts";
import { type PriceTerms, priceFrom } from "./pricing.ts";

/**
 * A promo code. `value` is basis points, percent or payout money by `kind`; `minFrom` is decimal text of the pay-in
 * asset.
 */
export type Promo = {
  code: string;
  kind:
    | "rate_bonus_bps"
    | "fee_discount_percent"
    | "fixed_bonus"
    | "free_payout_fee"
    | "cashback_percent"
    | "partner_bind";
  value: string;
  /** Pairs it applies to; empty means all. */
  pairs: readonly string[];
  minFrom: string | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  /** Orders that may still use it; null means no limit. */
  usesLeft: number | null;
  /** Orders that one email address, or one member, may use it for; null means no limit. */
  usesPerEmail: number | null;
  /** Only for customers, by email address and account, who have not exchanged before. */
  newUsersOnly: boolean;
  stoppedAt: Date | null;
  /** To whom an order with the code comes, for `partner_bind`, which leaves the price alone. */
  partnerId: string | null;
};

/**
 * What an order stores about its code: the price terms without it and its conditions, for every later price of this
 * order. Amounts as decimal text of minor units.
 */
export type PromoTerms = {
  kind: Promo["kind"];
  value: string;
  minFrom: string | null;
  serviceBps: number;
  payoutFee: string;
};

export type PromoFault = Extract<
  PromoReply["reason"],
  | "unknown"
  | "expired"
  | "used"
  | "pair"
  | "min_amount"
  | "new_users_only"
  | "loyalty"
  | "login_required"
  | "no_wallets"
  | "no_margin"
>;
/** Why an order cannot bring cashback: it goes into a member's wallet, which holds crypto only. */
export type CashbackFault = Extract<PromoFault, "login_required" | "no_wallets" | "pair">;
/** The customer: how many of their orders use the code, and whether they have exchanged before. */
export type PromoCustomer = { uses: number; isNew: boolean };
/** `customer` is null while unknown; the checks that need it pass. `cashback`: why none could be credited, if so. */
export type PromoUse = {
  pairId: string;
  cashback: CashbackFault | null;
  fromAmount: bigint;
  fromDecimals: number;
  now: Date;
  customer: PromoCustomer | null;
};

/** Codes are stored in capitals and accepted in any case. */
export function promoCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/**
 * Why a code does not apply; null when it does. The minimum is compared with the amount before the discount, so a code
 * cannot break its own condition. A code that has not started is unknown, to keep its date private.
 */
export function promoFault(promo: Promo | undefined, use: PromoUse): PromoFault | null {
  if (!promo || (promo.startsAt && use.now < promo.startsAt)) return "unknown";
  if (promo.stoppedAt || (promo.expiresAt && use.now >= promo.expiresAt)) return "expired";
  if (promo.usesLeft !== null && promo.usesLeft <= 0) return "used";
  const refused = use.customer && customerFault(promo, use.customer);
  if (refused) return refused;
  if (promo.kind === "cashback_percent" && use.cashback !== null) return use.cashback;
  if (promo.pairs.length > 0 && !promo.pairs.includes(use.pairId)) return "pair";
  return promo.minFrom !== null && isBelow(use, promo.minFrom) ? "min_amount" : null;
}

/** Conditions that depend on the customer. */
export function customerFault(promo: Promo, { uses, isNew }: PromoCustomer): PromoFault | null {
  if (promo.newUsersOnly && !isNew) return "new_users_only";
  return promo.usesPerEmail !== null && uses >= promo.usesPerEmail ? "used" : null;
}

/** What an order stores about a code, see `PromoTerms`. `terms` are the pair's, without the code. */
export function promoTermsOf(promo: Promo, terms: PriceTerms): PromoTerms {
  const minFrom = promo.minFrom === null ? null : scaledUp(promo.minFrom, terms.fromDecimals).toString();
  const { serviceBps, payoutFee } = terms;
  return { kind: promo.kind, value: promo.value, minFrom, serviceBps, payoutFee: payoutFee.toString() };
}

/** The order's terms without its code. */
export function termsWithoutPromo({ serviceBps, payoutFee }: PromoTerms): PromoBenefit {
  return { serviceBps, payoutFee: BigInt(payoutFee), bonusBps: 0, fixedBonus: 0n };
}

/** The order's code already takes away the fee of the payout. */
export const promoFreesPayout = (terms: PromoTerms | null): boolean => terms?.kind === "free_payout_fee";

/** An order's price terms and the stored code. */
type PromoTrade = {
  rate: string;
  fromAmount: bigint;
  toAmount: bigint;
  promoTerms: PromoTerms | null;
  costs: PriceCosts | null;
};

/** How much more the customer gets because of the code, in minor units of the payout asset, by the price formula. */
export function promoGain(
  { rate, fromAmount, toAmount, promoTerms, costs }: PromoTrade,
  decimals: Pick<PriceTerms, "fromDecimals" | "toDecimals">,
): bigint {
  if (promoTerms === null) return 0n;
  return toAmount - priceFrom({ fromAmount, rate, costs, ...termsWithoutPromo(promoTerms), ...decimals }).toAmount;
}

/** The terms a code can change. */
export type PromoBenefit = Pick<PriceTerms, "serviceBps" | "payoutFee" | "bonusBps" | "fixedBonus">;

/** The pair's terms with the code applied. */
export function withPromo<Terms extends PriceTerms>(terms: Terms, promo: Promo): Terms {
  switch (promo.kind) {
    case "rate_bonus_bps":
      return { ...terms, bonusBps: terms.bonusBps + Number(scaled(promo.value, 0)) };
    case "fee_discount_percent":
      return { ...terms, serviceBps: discountedBps(terms.serviceBps, scaled(promo.value, 2)) };
    case "fixed_bonus":
      return { ...terms, fixedBonus: terms.fixedBonus + scaled(promo.value, terms.toDecimals) };
    case "free_payout_fee":
      return { ...terms, payoutFee: 0n };
    case "cashback_percent":
    case "partner_bind":
      return terms;
  }
}

/** Whole basis points, as orders store them; rounded down, so the fee never falls more than the code allows. */
export function discountedBps(serviceBps: number, hundredthsOfPercent: bigint): number {
  const remaining = hundredthsOfPercent < 10_000n ? 10_000n - hundredthsOfPercent : 0n;
  return Number(floorDiv(BigInt(serviceBps) * remaining, 10_000n));
}

function isBelow(use: PromoUse, minFrom: string): boolean {
  return use.fromAmount * powerOfTen(exact - use.fromDecimals) < scaled(minFrom, exact);
}

/** Decimals enough for any asset. */
const exact = 18;

/** A minimum as the smallest whole number of minor units that reaches it. */
function scaledUp(value: string, decimals: number): bigint {
  const step = powerOfTen(exact - decimals);
  return (scaled(value, exact) + step - 1n) / step;
}

/** A decimal from our own table, cut to `decimals`; throws on anything else. */
export function scaled(value: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = value.split(".");
  const cut = fraction.slice(0, decimals);
  const parsed = parseDecimal(cut ? `${whole}.${cut}` : whole, decimals);
  if (typeof parsed !== "bigint") throw new Error(`Not a value of a promo code: ${JSON.stringify(value)}`);
  return parsed;
}

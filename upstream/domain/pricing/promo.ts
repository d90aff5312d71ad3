import type { PromoAnswer } from "../../../contract/market/quote.ts";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import { floorDiv, powerOfTen } from "./division.ts";
import { type PriceTerms, priceFrom } from "./pricing.ts";

/** What a code promises. `value` is basis points, percent or payout money by kind; `minFrom` is units of what is sent. */
export type Promo = {
  code: string;
  kind: "rate_bonus_bps" | "fee_discount_percent" | "fixed_bonus" | "free_payout_fee";
  value: string;
  /** Pairs where it counts; none named means all. */
  pairs: readonly string[];
  minFrom: string | null;
  startsAt: Date | null;
  expiresAt: Date | null;
  /** Orders it may still be used for; null is no limit. */
  usesLeft: number | null;
  /** Orders of one e-mail address it may be used for; null is no limit. */
  usesPerEmail: number | null;
  /** Only for whoever has exchanged nothing yet, by e-mail address. */
  newUsersOnly: boolean;
  stoppedAt: Date | null;
};

/**
 * What an order keeps of its code: the price without it, and its conditions, for every price that is made of this
 * order later. Amounts as decimal text of minor units.
 */
export type PromoTerms = {
  kind: Promo["kind"];
  value: string;
  minFrom: string | null;
  serviceBps: number;
  payoutFee: string;
};

export type PromoFault = Extract<
  PromoAnswer["reason"],
  "unknown" | "expired" | "used" | "pair" | "min_amount" | "new_users_only"
>;
/** Who asks: how many of their orders use the code, and whether they have exchanged before. */
export type PromoCustomer = { uses: number; isNew: boolean };
/** `customer` null: nobody knows yet who asks, so nothing is held against them. */
export type PromoUse = {
  pairId: string;
  fromAmount: bigint;
  fromDecimals: number;
  now: Date;
  customer: PromoCustomer | null;
};

/** Codes are written in capitals; people write them as they like. */
export function promoCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/**
 * Why a code does nothing here; null when it works. The minimum is asked of the amount without the code, so that a
 * code cannot undo its own condition. One that has not begun yet is unknown: its day is nobody's business.
 */
export function promoFault(promo: Promo | undefined, use: PromoUse): PromoFault | null {
  if (!promo || (promo.startsAt && use.now < promo.startsAt)) return "unknown";
  if (promo.stoppedAt || (promo.expiresAt && use.now >= promo.expiresAt)) return "expired";
  if (promo.usesLeft !== null && promo.usesLeft <= 0) return "used";
  const refused = use.customer && customerFault(promo, use.customer);
  if (refused) return refused;
  if (promo.pairs.length > 0 && !promo.pairs.includes(use.pairId)) return "pair";
  return promo.minFrom !== null && isBelow(use, promo.minFrom) ? "min_amount" : null;
}

/** The part of it that depends on who asks. */
export function customerFault(promo: Promo, { uses, isNew }: PromoCustomer): PromoFault | null {
  if (promo.newUsersOnly && !isNew) return "new_users_only";
  return promo.usesPerEmail !== null && uses >= promo.usesPerEmail ? "used" : null;
}

/** What an order has to remember of a code: see `PromoTerms`. `terms` are those of the pair, without the code. */
export function promoTermsOf(promo: Promo, terms: PriceTerms): PromoTerms {
  const minFrom = promo.minFrom === null ? null : scaledUp(promo.minFrom, terms.fromDecimals).toString();
  const { serviceBps, payoutFee } = terms;
  return { kind: promo.kind, value: promo.value, minFrom, serviceBps, payoutFee: payoutFee.toString() };
}

/** The terms of an order as they would be without its code. */
export function termsWithoutPromo({ serviceBps, payoutFee }: PromoTerms): PromoGift {
  return { serviceBps, payoutFee: BigInt(payoutFee), bonusBps: 0, fixedBonus: 0n };
}

/** An order's price, and what its code is remembered by. */
type Bargain = { rate: string; fromAmount: bigint; toAmount: bigint; promoTerms: PromoTerms | null };

/** How much more arrives because of the code, in minor units of the payout; by the formula that made the price. */
export function promoGain(
  { rate, fromAmount, toAmount, promoTerms }: Bargain,
  decimals: Pick<PriceTerms, "fromDecimals" | "toDecimals">,
): bigint {
  if (promoTerms === null) return 0n;
  return toAmount - priceFrom({ fromAmount, rate, ...termsWithoutPromo(promoTerms), ...decimals }).toAmount;
}

/** The terms that a code can change. */
export type PromoGift = Pick<PriceTerms, "serviceBps" | "payoutFee" | "bonusBps" | "fixedBonus">;

/** The pair's terms with the code's gift in them. */
export function withPromo<Terms extends PriceTerms>(terms: Terms, promo: Promo): Terms {
  switch (promo.kind) {
    case "rate_bonus_bps":
      return { ...terms, bonusBps: terms.bonusBps + Number(scaled(promo.value, 0)) };
    case "fee_discount_percent":
      return { ...terms, serviceBps: discounted(terms.serviceBps, scaled(promo.value, 2)) };
    case "fixed_bonus":
      return { ...terms, fixedBonus: terms.fixedBonus + scaled(promo.value, terms.toDecimals) };
    case "free_payout_fee":
      return { ...terms, payoutFee: 0n };
  }
}

/** Whole basis points, because an order keeps whole ones; rounded down, so the discount is never less than promised. */
function discounted(serviceBps: number, hundredthsOfPercent: bigint): number {
  const kept = hundredthsOfPercent < 10_000n ? 10_000n - hundredthsOfPercent : 0n;
  return Number(floorDiv(BigInt(serviceBps) * kept, 10_000n));
}

function isBelow(use: PromoUse, minFrom: string): boolean {
  return use.fromAmount * powerOfTen(exact - use.fromDecimals) < scaled(minFrom, exact);
}

/** As many decimals as any asset may have. */
const exact = 18;

/** A least amount, as the smallest whole number of minor units that reaches it. */
function scaledUp(value: string, decimals: number): bigint {
  const step = powerOfTen(exact - decimals);
  return (scaled(value, exact) + step - 1n) / step;
}

/** A value from our own table, cut to so many decimals; anything but a decimal there is a bug and throws. */
function scaled(value: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = value.split(".");
  const cut = fraction.slice(0, decimals);
  const parsed = parseDecimal(cut ? `${whole}.${cut}` : whole, decimals);
  if (typeof parsed !== "bigint") throw new Error(`Not a value of a promo code: ${JSON.stringify(value)}`);
  return parsed;
}

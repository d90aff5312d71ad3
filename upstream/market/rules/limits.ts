import type { Pair } from "../../../contract/market/pairs.ts";
import { type AmountFault, formatDecimal } from "../../../contract/values/decimal.ts";
import type { FieldCode, FieldError } from "../../../contract/values/problem.ts";
import type { LimitedPrice } from "./pricing.ts";
import type { PromoFault } from "./promo.ts";

/** What is wrong with an amount, and the parameters of its message. */
export function amountError(pointer: string, fault: AmountFault, decimals: number): FieldError {
  return fault === "amount_decimals"
    ? { pointer, code: fault, meta: { decimals: String(decimals) } }
    : { pointer, code: fault };
}

/** Undefined when the amount is within the limits; otherwise both limits on the side that was entered. */
export function limitError(pointer: string, price: LimitedPrice, decimals: number): FieldError | undefined {
  if (price.limit === null) return undefined;
  const meta = { min: formatDecimal(price.min, decimals), max: formatDecimal(price.max, decimals) };
  return { pointer, code: price.limit, meta };
}

/** Why a promo code does not apply; with the minimum where that is the reason. */
export function promoError(pointer: string, reason: PromoFault, minFrom: string | null): FieldError {
  if (reason === "min_amount" && minFrom !== null) return { pointer, code: "promo_min_amount", meta: { min: minFrom } };
  return { pointer, code: promoCodes[reason] };
}

const promoCodes = {
  unknown: "promo_unknown",
  expired: "promo_expired",
  used: "promo_used",
  pair: "promo_other_pair",
  min_amount: "promo_min_amount",
  new_users_only: "promo_new_users",
  loyalty: "promo_loyalty",
  login_required: "promo_login",
  no_wallets: "promo_no_wallets",
  no_margin: "promo_no_margin",
} as const satisfies Record<PromoFault, FieldCode>;

export type PairFacts = {
  /** Set by the operator. */
  setStatus: "active" | "paused" | "maintenance" | "hidden";
  /** No reference rate, or an outdated one. */
  hasRate: boolean;
  /** An asset is disabled for this direction. */
  assetsOpen: boolean;
  /** Some amount within the limits pays for what the exchange costs. */
  coversCosts: boolean;
  /** Shortfall in the payout asset: incoming money repays it first. */
  shortfall: bigint;
  /** The payout of the smallest order, and the payable amount, in minor units of the payout asset. */
  minTo: bigint;
  reserve: bigint;
};

/** A pair pauses when it could not honour an order. */
export function pairStatus(facts: PairFacts): Pair["status"] {
  if (facts.setStatus !== "active") return facts.setStatus;
  if (!facts.hasRate || !facts.assetsOpen || !facts.coversCosts || facts.shortfall > 0n) return "paused";
  return facts.reserve < facts.minTo || facts.minTo === 0n ? "reserve_low" : "active";
}

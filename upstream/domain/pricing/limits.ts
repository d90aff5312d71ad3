import type { FieldCode, FieldError } from "../../../contract/calls/problem.ts";
import type { Pair } from "../../../contract/market/pairs.ts";
import { type AmountFault, formatDecimal } from "../../../contract/values/decimal.ts";
import type { LimitedPrice } from "./pricing.ts";
import type { PromoFault } from "./promo.ts";

/** What is wrong with an amount, with what its sentence needs. */
export function amountError(pointer: string, fault: AmountFault, decimals: number): FieldError {
  return fault === "amount_decimals"
    ? { pointer, code: fault, meta: { decimals: String(decimals) } }
    : { pointer, code: fault };
}

/** Undefined when the amount is within the limits; else both limits, on the side that was typed. */
export function limitError(pointer: string, price: LimitedPrice, decimals: number): FieldError | undefined {
  if (price.limit === null) return undefined;
  const meta = { min: formatDecimal(price.min, decimals), max: formatDecimal(price.max, decimals) };
  return { pointer, code: price.limit, meta };
}

/** Why a promo code does nothing, as the sentence below its field; the minimum where that is the reason. */
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
} as const satisfies Record<PromoFault, FieldCode>;

export type PairFacts = {
  /** What the operator set. */
  setStatus: "active" | "paused" | "maintenance" | "hidden";
  /** No reference rate, or one too old to be true. */
  hasRate: boolean;
  /** Either asset is switched off for this direction. */
  assetsOpen: boolean;
  /** Money is missing in the payout asset: what comes in belongs there first. */
  shortfall: bigint;
  /** What arrives for the smallest order, and what can be paid out, in minor units of the payout asset. */
  minTo: bigint;
  reserve: bigint;
};

/** A pair pauses itself rather than promise what cannot be kept. */
export function pairStatus(facts: PairFacts): Pair["status"] {
  if (facts.setStatus !== "active") return facts.setStatus;
  if (!facts.hasRate || !facts.assetsOpen || facts.shortfall > 0n) return "paused";
  return facts.reserve < facts.minTo || facts.minTo === 0n ? "reserve_low" : "active";
}

import type { Rate } from "../rate.ts";
import type { DisagreementReason, PriceLimits } from "./consensus.ts";
import { areWithin, fractionOf } from "./fraction.ts";
import type { PairPrice } from "./pair-price.ts";

/** `jump`: the price is too far from the last accepted one, and not confirmed yet. */
export const pauseReasons = ["stale", "too_few", "spread", "jump"] as const;
export type PauseReason = DisagreementReason | "jump";

/**
 * The price of a pair by its sources. `rate`: the last one that was accepted, at `acceptedAt`, and good until `until`. `pause`:
 * why nothing is sold at it now. `jump`: a price that waits to be confirmed, and since when all sources have agreed on it.
 */
export type PriceState = {
  rate: Rate | null;
  acceptedAt: Date | null;
  until: Date | null;
  sources: readonly string[];
  pause: PauseReason | null;
  pausedAt: Date | null;
  jump: { rate: Rate; since: Date } | null;
};

export const noPrice: PriceState = {
  ...{ rate: null, acceptedAt: null, until: null, sources: [], pause: null, pausedAt: null, jump: null },
};

/**
 * The state after the sources were looked at once more. `reference`: the price that a jump is measured from; null accepts any.
 * A price beyond the greatest jump is accepted once every source with a fresh price has agreed on it for `confirmSeconds`
 * without a break; nobody has to act.
 */
export function nextPrice(
  state: PriceState,
  price: PairPrice,
  { reference, limits, now }: { reference: Rate | null; limits: PriceLimits; now: Date },
): PriceState {
  if (price.status === "disagreed") return { ...paused(state, price.why, now), jump: null };
  const { rate, sources } = price;
  if (reference === null || isNear(reference, rate, limits.jumpBps)) return accepted(price, limits, now);
  if (!price.isUnanimous) return { ...paused(state, "jump", now), jump: null };
  const isSame = state.jump !== null && isNear(state.jump.rate, rate, limits.jumpBps);
  const jump = isSame && state.jump ? state.jump : { rate, since: now };
  if (isSame && now.getTime() - jump.since.getTime() >= limits.confirmSeconds * 1000)
    return accepted(price, limits, now);
  return { ...paused(state, "jump", now), jump, sources };
}

function accepted(price: PairPrice & { status: "agreed" }, limits: PriceLimits, now: Date): PriceState {
  const until = price.until ?? new Date(now.getTime() + limits.ageSeconds * 1000);
  return { ...noPrice, rate: price.rate, acceptedAt: price.at ?? now, until, sources: price.sources };
}

function paused(state: PriceState, pause: PauseReason, now: Date): PriceState {
  return { ...state, pause, pausedAt: state.pausedAt ?? now };
}

const isNear = (a: Rate, b: Rate, bps: number) => areWithin(fractionOf(a), fractionOf(b), bps);

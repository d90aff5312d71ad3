import { areWithin, compareFractions, type Fraction, middle } from "./fraction.ts";

/**
 * What a price must satisfy. `quorum`: sources that agree; `spreadBps`: the greatest distance between those; `ageSeconds`: the
 * greatest age of a price; `jumpBps`: the greatest distance from the last accepted price; `confirmSeconds`: for how long all
 * sources must confirm one beyond that.
 */
export type PriceLimits = {
  quorum: number;
  spreadBps: number;
  ageSeconds: number;
  jumpBps: number;
  confirmSeconds: number;
};

/** The price of a symbol in dollars by one source. `until`: it is fresh up to this moment. */
export type SourcePrice = { source: string; value: Fraction; at: Date; until: Date };

/** `stale`: enough sources have a price, but too old a one. `too_few`: too few have any. `spread`: they disagree. */
export type DisagreementReason = "stale" | "too_few" | "spread";

/**
 * What the sources agree on. `until`: as long as a quorum of them is fresh. `isUnanimous`: no fresh source disagrees.
 */
export type Consensus =
  | { status: "agreed"; value: Fraction; at: Date; until: Date; sources: readonly string[]; isUnanimous: boolean }
  | { status: "disagreed"; why: DisagreementReason };

/**
 * The median of the fresh prices, where a quorum and more than half of them lie within the spread of each other. Such a
 * majority always contains the median, so that a wrong minority moves it by no more than the majority's own spread.
 */
export function consensusOf(prices: readonly SourcePrice[], limits: PriceLimits, now: Date): Consensus {
  const fresh = prices.filter(({ until }) => until >= now);
  if (fresh.length < limits.quorum)
    return { status: "disagreed", why: prices.length >= limits.quorum ? "stale" : "too_few" };
  const sorted = fresh.sort((a, b) => compareFractions(a.value, b.value));
  const needed = Math.max(limits.quorum, Math.floor(sorted.length / 2) + 1);
  const agreeing = largestAgreement(sorted, limits.spreadBps);
  if (agreeing.length < needed) return { status: "disagreed", why: "spread" };
  const byEnd = agreeing.map(({ until }) => until).sort((a, b) => b.getTime() - a.getTime());
  return {
    status: "agreed",
    value: medianOf(sorted),
    at: new Date(Math.min(...agreeing.map(({ at }) => at.getTime()))),
    until: byEnd[limits.quorum - 1] ?? now,
    sources: agreeing.map(({ source }) => source).sort(),
    isUnanimous: agreeing.length === sorted.length,
  };
}

/** The most prices of a sorted list that all lie within the spread of each other. */
function largestAgreement(sorted: readonly SourcePrice[], spreadBps: number): readonly SourcePrice[] {
  let largest: readonly SourcePrice[] = [];
  for (const [start, lowest] of sorted.entries()) {
    const group = sorted.slice(start).filter(({ value }) => areWithin(lowest.value, value, spreadBps));
    if (group.length > largest.length) largest = group;
  }
  return largest;
}

/** Halfway between the two in the middle of an even number. */
function medianOf(sorted: readonly SourcePrice[]): Fraction {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) throw new Error("There is no median of nothing");
  return upper === lower ? upper.value : middle(lower.value, upper.value);
}

import type { AffiliateTier } from "../../../contract/affiliate/affiliate-lists.ts";
import type { PayinMethod } from "../../../contract/order/order-states.ts";

const dayMs = 86_400_000;

/** An order counts for this long after the customer's first click. */
export const clickDays = 90;

/** A tier begins at a turnover of counted orders in twelve months, US cents; the rates are basis points of our profit. */
export type AffiliateRule = { tier: AffiliateTier; fromCents: bigint; rateBps: number; secondLevelBps: number };

/** The table of tiers, the lowest first; another one with AFFILIATE_TIERS. */
export const usualAffiliateTiers: readonly AffiliateRule[] = [
  { tier: "starter", fromCents: 0n, rateBps: 2000, secondLevelBps: 500 },
  { tier: "advanced", fromCents: 10_000_00n, rateBps: 2500, secondLevelBps: 500 },
  { tier: "expert", fromCents: 50_000_00n, rateBps: 3000, secondLevelBps: 500 },
];

/**
 * How many days after completion a payment of this kind is usually disputed or taken back. Until then its reward waits.
 */
export const disputeDaysByMethod: Readonly<Record<PayinMethod, number>> = {
  balance: 1,
  crypto_address: 1,
  hosted_gateway: 14,
  paypal_invoice: 14,
  paypal_transfer: 14,
};

/** Rewards are paid out from this much, in whole units of the asset, which is a US dollar coin. */
export const minPayoutUnits = 10n;

/** The links of a partner. */
export const mostLinks = 50;

/** The first tier begins at zero, so there always is one. */
export function affiliateTierAt(rules: readonly AffiliateRule[], cents: bigint): AffiliateRule {
  const rule = rules.findLast(({ fromCents }) => cents >= fromCents);
  if (!rule) throw new Error("No tier of partners begins at zero");
  return rule;
}

/**
 * The most that a partner may get of our profit, basis points: with the second level of any tier, which goes to somebody
 * else, not more than all of it.
 */
export const mostOfFirstLevel = (rules: readonly AffiliateRule[]) =>
  10_000 - Math.max(...rules.map(({ secondLevelBps }) => secondLevelBps));

export const nextAffiliateTier = (rules: readonly AffiliateRule[], cents: bigint) =>
  rules.find(({ fromCents }) => cents < fromCents) ?? null;

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

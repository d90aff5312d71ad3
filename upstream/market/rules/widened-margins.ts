import { readMarginTiers, tiersText } from "./margin-tiers.ts";

/** At a margin of all of it a pair would have no rate. */
const mostMarginBps = 9_999;
/** What is held widens a margin up to this in all, its hours included, and not beyond. */
export const mostHeldMarginBps = 2_000;

/** How an asset's pairs widen while more of it is held than wanted. Amounts in minor units; a step of null is no widening. */
export type HeldWidening = { heldTarget: bigint | null; heldWidenBps: number; heldStep: bigint | null };

/** Of each whole step beyond the target. `position`: what we own, below zero where more is owed than held. */
export function heldWideningBps({ heldTarget, heldWidenBps, heldStep }: HeldWidening, position: bigint): number {
  if (heldTarget === null || heldStep === null || position <= heldTarget) return 0;
  const steps = (position - heldTarget) / heldStep;
  // Compared before it becomes a number, which is exact for small ones only.
  const bps = steps * BigInt(heldWidenBps);
  return bps > BigInt(mostHeldMarginBps) ? mostHeldMarginBps : Number(bps);
}

/** What is added to a pair's margin, in basis points, by the hour and by what is held of the asset sent. */
export type AddedMargin = { hoursBps: number; heldBps: number };

type Margins = { marginBps: number; marginTiers: string };

/**
 * The margins of a pair with what is added to them, in this order: that of the amount, then the hour's, then what is held adds up
 * to 2,000 basis points of the pair's margin in all. Every amount gets the same addition, so that more money never receives less.
 * At the most that a margin can be, tiers have nothing to differ by. `decimals`: of the asset sent.
 */
export function widenedMargins(
  { marginBps: setBps, marginTiers }: Margins,
  decimals: number,
  { hoursBps, heldBps }: AddedMargin,
): Margins & { added: AddedMargin } {
  const left = Math.max(0, mostHeldMarginBps - setBps - hoursBps);
  const added = { hoursBps, heldBps: Math.min(heldBps, left) };
  const addBps = added.hoursBps + added.heldBps;
  const marginBps = Math.min(setBps + addBps, mostMarginBps);
  const tiers = readMarginTiers(marginTiers, decimals, setBps) ?? [];
  const wider = tiers.map((tier) => ({ ...tier, marginBps: tier.marginBps + addBps }));
  return {
    marginBps,
    marginTiers: tiersText(
      wider.filter((tier) => tier.marginBps < marginBps),
      decimals,
    ),
    added,
  };
}

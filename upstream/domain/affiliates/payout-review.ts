import type { AffiliateReview } from "../../../contract/affiliate/affiliate-lists.ts";

type Facts = {
  /** This payout, and what was taken out in the last day without an operator, or waits for one; minor units. */
  amount: bigint;
  takenInDay: bigint;
  band: bigint;
  /** When an order of the partner was last marked as fraud, and when an operator last approved a payout. */
  flaggedAt: Date | null;
  approvedAt: Date | null;
};

/**
 * Why an operator looks at a payout first. The sum of a day counts, so that many small payouts are no way around the band.
 * A fraud flag that is older than the last approval was known when it was given, and counts no more.
 */
export function payoutReview({ amount, takenInDay, band, flaggedAt, approvedAt }: Facts): AffiliateReview | null {
  if (flaggedAt !== null && (approvedAt === null || flaggedAt > approvedAt)) return "fraud_flag";
  return takenInDay + amount > band ? "above_band" : null;
}

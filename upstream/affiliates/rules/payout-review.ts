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
export function payoutReview({ amount, ...facts }: Facts): AffiliateReview | null {
  if (isFlagged(facts)) return "fraud_flag";
  return amount > mostUnseen(facts) ? "above_band" : null;
}

/** How much can be paid out now without an operator. */
export function mostUnseen({ takenInDay, band, ...decisions }: Omit<Facts, "amount">): bigint {
  return isFlagged(decisions) || takenInDay > band ? 0n : band - takenInDay;
}

const isFlagged = ({ flaggedAt, approvedAt }: Pick<Facts, "flaggedAt" | "approvedAt">) =>
  flaggedAt !== null && (approvedAt === null || flaggedAt > approvedAt);

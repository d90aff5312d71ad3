/** Tiers of partners, the lowest first. */
export const affiliateTiers = ["starter", "advanced", "expert"] as const;
export type AffiliateTier = (typeof affiliateTiers)[number];

/** How an order came to a partner: a link, the partner its member signed up with, or the partner's code, typed in. */
export const referralWays = ["link", "member", "promo"] as const;
export type ReferralWay = (typeof referralWays)[number];

/** Why an order does not count for a partner. A closed list; the website has a sentence for each. */
export const referralReasons = [
  "self_referral",
  "expired_link",
  "partner_paused",
  "other_partner_first",
  "code_not_applied",
  "not_finished",
  "refunded",
  "charged_back",
  "no_profit",
  "fraud",
] as const;
export type ReferralReason = (typeof referralReasons)[number];

/**
 * Where an order stands for its partner. `open`: it is not completed yet; `waiting`: the reward waits for the end of the
 * dispute window; `disputed`: the payer has opened a dispute; `counted`: the reward is ready, or was paid out.
 */
export const referralStates = ["open", "waiting", "disputed", "counted", "not_counted"] as const;
export type ReferralState = (typeof referralStates)[number];

export const partnerStatuses = ["active", "paused"] as const;
export const rewardStates = ["waiting", "ready", "void", "taken_back"] as const;
export type RewardState = (typeof rewardStates)[number];
/** `waiting`: an operator looks at it first. */
export const affiliatePayoutStates = ["waiting", "paid", "refused"] as const;
/** Why an operator looks at a payout first. */
export const affiliateReviews = ["above_band", "fraud_flag"] as const;
export type AffiliateReview = (typeof affiliateReviews)[number];

/** Periods of the partner's figures, in days. */
export const affiliatePeriods = [30, 90, 365] as const;

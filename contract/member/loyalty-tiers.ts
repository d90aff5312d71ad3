/** From the lowest to the highest. Below the lowest a member has none. */
export const loyaltyTiers = ["silver", "gold", "platinum"] as const;
export type LoyaltyTier = (typeof loyaltyTiers)[number];

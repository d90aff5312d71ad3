/** What is compared with the lists. `movement`: money on its way out; `address`: one that a member has saved. */
export const screenedKinds = ["order", "deposit", "movement", "address", "member"] as const;
export type ScreenedKind = (typeof screenedKinds)[number];

/**
 * When: an order is executed, a payment or another account arrives, a deposit is credited, money leaves, a list has changed, the
 * provider has answered.
 */
export const screeningOccasions = ["execute", "payment", "account", "credit", "payout", "list", "answer"] as const;
export type ScreeningOccasion = (typeof screeningOccasions)[number];

/** `hit`: somebody has to look; `cleared`: only what was decided to be a false alarm before. */
export const screeningResults = ["clear", "hit", "cleared"] as const;

/** `cleared`: a false alarm. `confirmed`: the customer is the listed party. */
export const hitStates = ["open", "cleared", "confirmed"] as const;
export type HitState = (typeof hitStates)[number];

/** Which of a customer's data agreed with the list's. */
export const matchedFields = ["name", "account", "block"] as const;
export type MatchedField = (typeof matchedFields)[number];

/** How long somebody may take to look at a hit. */
export const reviewHours = 24;

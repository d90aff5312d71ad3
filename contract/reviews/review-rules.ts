export const ratings = [5, 4, 3, 2, 1] as const;
/** Bounds of what a customer writes, in characters. */
export const reviewLimits = { text: 1000, name: 40 } as const;
/** Why an operator may black out words of a review. The page of reviews publishes this list, and there is no other. */
export const removalRules = ["insult", "threat", "private_data", "advertising", "unlawful", "author"] as const;
/** Stands for a removed word in a text, repeated. */
export const blackout = "\u2588";

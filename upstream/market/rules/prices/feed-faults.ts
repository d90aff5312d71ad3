/** Why a feed has given no price, or not all of them. `unchanged`: it answers, but its answers do not change. */
export const feedFaults = [
  ...(["timeout", "connection", "status", "content_type", "too_large", "format", "unchanged"] as const),
] as const;
export type FeedFault = (typeof feedFaults)[number];

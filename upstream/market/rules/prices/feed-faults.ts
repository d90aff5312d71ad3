/** Why a feed has given no price, or not all of them. */
export const feedFaults = ["timeout", "connection", "status", "content_type", "too_large", "format"] as const;
export type FeedFault = (typeof feedFaults)[number];

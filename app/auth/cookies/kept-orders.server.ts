import { z } from "zod/v4";

/** Limit, because the sealed cookie must stay below 4096 bytes. */
const maxOrders = 20;

export const knownOrder = z.object({ ref: z.string(), token: z.string() });
export type KnownOrder = z.infer<typeof knownOrder>;

/** Newest first; an order that is added again moves to the front, the oldest is dropped. */
export function withOrder(known: readonly KnownOrder[], order: KnownOrder): KnownOrder[] {
  return [order, ...known.filter(({ ref }) => ref !== order.ref)].slice(0, maxOrders);
}

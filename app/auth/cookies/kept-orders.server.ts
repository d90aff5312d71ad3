import { z } from "zod/v4";

/** Limit, because the sealed cookie must stay below 4096 bytes. */
const mostOrders = 20;

export const keptOrder = z.object({ ref: z.string(), token: z.string() });
export type KeptOrder = z.infer<typeof keptOrder>;

/** Newest first; an order that is added again moves to the front, the oldest is dropped. */
export function withOrder(known: readonly KeptOrder[], order: KeptOrder): KeptOrder[] {
  return [order, ...known.filter(({ ref }) => ref !== order.ref)].slice(0, mostOrders);
}

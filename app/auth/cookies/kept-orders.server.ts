import { z } from "zod/v4";

/** A browser carries at most so many: the sealed cookie must stay below 4096 bytes. */
const mostOrders = 20;

export const keptOrder = z.object({ ref: z.string(), token: z.string() });
export type KeptOrder = z.infer<typeof keptOrder>;

/** The newest comes first, an order that comes again moves there, the oldest goes. */
export function withOrder(known: readonly KeptOrder[], order: KeptOrder): KeptOrder[] {
  return [order, ...known.filter(({ ref }) => ref !== order.ref)].slice(0, mostOrders);
}

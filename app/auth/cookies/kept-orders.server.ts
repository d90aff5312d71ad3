import { z } from "zod/v4";

/** Limit, because the sealed cookie must stay below 4096 bytes. */
const maxOrders = 20;

/** `placed`: it was confirmed in this browser, so money may be on its way. */
export const knownOrder = z.object({ ref: z.string(), token: z.string(), placed: z.literal(1).optional() });
export type KnownOrder = z.infer<typeof knownOrder>;

/**
 * Newest first; an order that is added again moves to the front. Beyond the limit the oldest goes that was never confirmed,
 * and of confirmed ones alone the oldest.
 */
export function withOrder(storedOrders: readonly KnownOrder[], order: KnownOrder): KnownOrder[] {
  const before = storedOrders.find(({ ref }) => ref === order.ref);
  const added = before?.placed ? { ...order, placed: before.placed } : order;
  const others = storedOrders.filter(({ ref }) => ref !== order.ref);
  if (others.length < maxOrders) return [added, ...others];
  const draft = others.findLastIndex(({ placed }) => placed === undefined);
  return [added, ...others.toSpliced(draft < 0 ? -1 : draft, 1)];
}

import { awaiting, final, go } from "./order-story.ts";
import { type OrderWorld, paying } from "./order-world.ts";

/** An order of 500 USDT whose payout is in progress. */
export function sending(): OrderWorld {
  const world = awaiting();
  go(world, final(paying(world, "a", 500_000000n)), { name: "payout_started" });
  return world;
}

/** Its first payout, and possible outcomes. */
export const first = (world: OrderWorld) => `${world.order.ref}-payout-1`;
export const failed = (world: OrderWorld) =>
  ({ name: "payout_failed", outgoingId: first(world), reason: "no such account", networkFee: null }) as const;
export const returned = (world: OrderWorld) =>
  ({ name: "payout_returned", outgoingId: first(world), amount: null }) as const;

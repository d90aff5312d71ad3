import { eq } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";

/** Test mode only: the rate lock ends at `over`, and the grace period with it. The pay-in stays open. */
export async function endRateLock({ orm }: Database, ref: string, over: Date): Promise<void> {
  await orm.update(order).set({ rateLockedUntil: over, graceUntil: over }).where(eq(order.ref, ref));
}

/** Test mode only: the payment window ends at `over`, and the rate lock and the grace period with it. */
export async function endPaymentWindow({ orm }: Database, ref: string, over: Date): Promise<void> {
  const ended = { expiresAt: over, graceUntil: over, rateLockedUntil: over };
  await orm.update(order).set(ended).where(eq(order.ref, ref));
}

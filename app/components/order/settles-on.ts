import type { Order } from "../../../contract/order/order.ts";

const dayMilliseconds = 86_400_000;

/**
 * The day from which money that this order pays into a wallet can leave it; as if it were paid today while it is not.
 * Null where it is available at once.
 */
export function settlesOn({ payout, timeline, server_time }: Order): string | null {
  const days = payout.settles_after_days ?? 0;
  if (days === 0) return null;
  const paidOut = timeline.find(({ status }) => status === "completed")?.at ?? server_time;
  return new Date(Date.parse(paidOut) + days * dayMilliseconds).toISOString();
}

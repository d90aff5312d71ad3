import type { ReferralReason, ReferralState, RewardState } from "../../../contract/affiliate/affiliate-lists.ts";
import { finalStatuses, type OrderStatus } from "../../../contract/order/order-states.ts";

type ReferralFacts = {
  reason: ReferralReason | null;
  order: { status: OrderStatus; disputeFlag: string | null };
  reward: { state: RewardState; reason: ReferralReason | null } | null;
};

const ended: Partial<Record<OrderStatus, ReferralReason>> = {
  cancelled: "not_finished",
  expired: "not_finished",
  failed: "not_finished",
  refunded: "refunded",
  charged_back: "charged_back",
};
const unfinished: typeof ended = { ...ended, completed: "no_profit" };

/** Why an order with this status gives no reward and never will, though it had been completed; null otherwise. */
export const endReason = (status: OrderStatus): ReferralReason | null => ended[status] ?? null;

/** Statuses for which there is such a reason. */
export const endedStatuses: readonly OrderStatus[] = finalStatuses.filter((status) => endReason(status) !== null);

/** What a partner reads about an order: where it stands, and why it does not count. */
export function referralState({ reason, order, reward }: ReferralFacts): {
  state: ReferralState;
  reason: ReferralReason | null;
} {
  if (reason !== null) return { state: "not_counted", reason };
  if (reward === null) {
    const why = unfinished[order.status] ?? null;
    return { state: why === null ? "open" : "not_counted", reason: why };
  }
  if (reward.state === "void" || reward.state === "taken_back") return { state: "not_counted", reason: reward.reason };
  if (order.status === "disputed" || order.disputeFlag !== null) return { state: "disputed", reason: null };
  return { state: reward.state === "ready" ? "counted" : "waiting", reason: null };
}

/** Where the bands begin, whole US dollars: the amount of an order is nobody's business. */
const bands = [0, 100, 500, 1000, 5000];

/** The band that an amount in US cents lies in. */
export function amountBand(cents: bigint): { from_usd: string; to_usd: string | null } {
  const at = bands.findLastIndex((from) => cents >= BigInt(from) * 100n);
  const next = bands[at + 1];
  return { from_usd: String(bands[at] ?? 0), to_usd: next === undefined ? null : String(next) };
}

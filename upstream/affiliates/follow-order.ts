import type { ReferralReason } from "../../contract/affiliate/affiliate-lists.ts";
import type { Tx } from "../db/database.ts";
import type { order } from "../db/schema/orders.ts";
import { type Beside, book } from "../ledger/book.ts";
import type { Booking } from "../ledger/rules/booking.ts";
import type { Decision } from "../orders/rules/decision.ts";
import type { Context } from "../ports/context.ts";
import type { MarketSnapshot } from "../ports/market.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { accrueRewards, oweRewards } from "./accrue-rewards.ts";
import { endRewards } from "./end-rewards.ts";
import { placeReferrals } from "./place-referrals.ts";
import { endReason } from "./rules/referral-state.ts";

type OrderRow = typeof order.$inferSelect;
type Change = { before: OrderRow; after: OrderRow; entries: Decision["entries"]; market: MarketSnapshot; now: Date };

/**
 * What an order's change means to the partners it came to, in its transaction: placed, completed, or no longer counting.
 * Returns what to book with the order's own bookings, in one call, since accounts are locked in one order.
 */
export async function followOrder(
  ctx: Pick<Context, "env" | "ids" | "rates">,
  tx: Tx,
  change: Change,
): Promise<Booking[]> {
  const { before, after, now } = change;
  if (after.partner === null) return [];
  await placeReferrals(ctx, tx, change);
  if (before.completedAt === null) return after.completedAt === null ? [] : accrueRewards(ctx, tx, change);
  const reason = endedBy(before, after);
  return reason === null ? [] : endRewards(tx, after, reason, now);
}

/** It ends otherwise than completed, or its payment was reversed, which leaves a completed order as it is. */
function endedBy(before: OrderRow, after: OrderRow): ReferralReason | null {
  const reason = after.status === before.status ? null : endReason(after.status);
  const isReversed = after.received < before.received && after.received < after.fromAmount;
  return reason ?? (isReversed ? "charged_back" : null);
}

/**
 * Books an order's transfers with those of its rewards. Where the reserve cannot give the rewards, they are owed: a reward
 * never holds up an order. `beside`: see `book`.
 */
export async function bookWithRewards(
  tx: Tx,
  ref: string,
  { bookings, rewards, beside }: { bookings: Booking[]; rewards: Booking[]; beside: Beside },
  now: Date,
): Promise<{ ok: true } | Refusal> {
  const booked = await book(tx, [...bookings, ...rewards], now, beside);
  if (!isRefusal(booked) || !rewards.some((booking) => booking.do === "hold")) return booked;
  const alone = await book(tx, bookings, now, { ...beside, first: { parts: [] } });
  if (!isRefusal(alone)) await oweRewards(tx, ref);
  return alone;
}

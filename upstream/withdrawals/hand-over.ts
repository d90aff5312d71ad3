import { BookingRefused } from "../ledger/book.ts";
import { lockPayoutUsage } from "../payouts/clearance.ts";
import { queueMovement, requestPayout } from "../payouts/request-payout.ts";
import type { Context } from "../ports/context.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { blockOfWithdrawal } from "./obstacle.ts";
import { gasHeld } from "./rules/gas-postings.ts";
import { hasLapsed } from "./rules/lapse.ts";
import { feeHoldOf, netHoldOf } from "./rules/withdrawal-postings.ts";
import { lockWithdrawal } from "./withdrawal-row.ts";

/**
 * Asks the payout guard to send an approved withdrawal, once. It waits while the member is frozen or owes something, and
 * while the place that pays out lacks the cash, or the gas to send it; false then, and for one that has lapsed.
 */
export async function handOver(
  ctx: Pick<Context, "clock" | "db" | "ids" | "jobs" | "memberLimit" | "payoutOwners" | "policy" | "rails">,
  id: string,
): Promise<boolean> {
  const now = ctx.clock.now();
  try {
    const isHandedOver = await ctx.db.transaction(async (tx) => {
      const row = await lockWithdrawal(tx, id);
      if (row?.status !== "approved" || row.memberId === null) return false;
      if (hasLapsed(row, now, ctx.policy.withdrawals.lapseSeconds)) return false;
      if (await blockOfWithdrawal(tx, row, now)) return false;
      const { rail, asset, amount, fee, account, memo } = row;
      const outgoingId = `${id}-withdrawal-1`;
      const { gas } = ctx.rails.payoutOf(row);
      await lockPayoutUsage(tx, row.memberId, row);
      const bookings = gas === null ? [] : [gasHeld({ outgoingId, rail }, gas)];
      const applied = await applyWithdrawalEvent(tx, ctx, row, { name: "handed_over" }, now, bookings);
      if (isRefusal(applied)) return false;
      await requestPayout(ctx, tx, {
        ...{ id: outgoingId, withdrawalId: id, kind: "withdrawal", attempt: 1, rail, asset, amount: amount - fee, fee },
        ...{ account, memo, status: "sending", createdAt: now },
        ...{ transferId: netHoldOf(applied.row), feeTransferId: fee > 0n ? feeHoldOf(row) : null },
      });
      await queueMovement(ctx, tx, { id: outgoingId });
      return true;
    });
    if (isHandedOver) ctx.jobs.wakeWorkers();
    return isHandedOver;
  } catch (error) {
    // A withdrawal whose rail does not run waits for it.
    if (error instanceof BookingRefused || error instanceof RailUnavailable) return false;
    throw error;
  }
}

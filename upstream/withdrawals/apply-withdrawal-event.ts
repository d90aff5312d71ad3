import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { BookingRefused, book } from "../ledger/book.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { repayDebt } from "../wallets/debt.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import {
  decideWithdrawal,
  isEndedWithdrawal,
  type WithdrawalDecision,
  type WithdrawalEvent,
} from "./rules/decide-withdrawal.ts";
import { queueWithdrawalEmail } from "./withdrawal-emails.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/**
 * The only place where a withdrawal changes after its request: decides, writes, books and queues the email, in the
 * caller's transaction, which has locked the row. `bookings`: what else is booked with it. What goes back into the wallet
 * repays the member's debt first, as everything that comes in does. Throws `BookingRefused`, which rolls everything back,
 * where the ledger refuses; nothing of the withdrawal's own is ever refused.
 */
export async function applyWithdrawalEvent(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  row: WithdrawalRow,
  event: WithdrawalEvent,
  now: Date,
  bookings: WithdrawalDecision["bookings"] = [],
): Promise<{ row: WithdrawalRow; debt: bigint } | Refusal> {
  const decision = decideWithdrawal({ ...row, now }, event);
  if (isRefusal(decision)) return decision;
  const [changed] = await tx
    .update(withdrawal)
    .set(changeOf(row, decision, event, now))
    .where(eq(withdrawal.id, row.id))
    .returning();
  if (!changed) throw new Error(`The withdrawal ${row.id} was not locked`);
  if (decision.email) await queueWithdrawalEmail(tx, ctx, changed, decision.email, now);
  const wallet =
    isGivenBack(changed) && changed.memberId !== null
      ? await lockWallet(tx, changed.memberId, changed.asset)
      : undefined;
  // Last, because everybody who uses these accounts waits from here to the commit.
  const booked = await book(tx, [...decision.bookings, ...bookings], now);
  if (isRefusal(booked)) throw new BookingRefused(booked);
  if (wallet) await repayDebt(tx, wallet, `withdrawal:${row.id}:${changed.reason}`, now);
  return { row: changed, debt: decision.debt };
}

/** It has ended without being sent, or has come back. */
const isGivenBack = ({ status }: WithdrawalRow) => isEndedWithdrawal(status) && status !== "completed";

function changeOf(row: WithdrawalRow, decision: WithdrawalDecision, event: WithdrawalEvent, now: Date) {
  const { status, reason } = decision;
  return {
    status,
    reason,
    updatedAt: now,
    endedAt: isEndedWithdrawal(status) ? now : null,
    confirmedAt: event.name === "confirmed" ? now : row.confirmedAt,
    approvedAt: status === "approved" ? now : row.approvedAt,
    awaitsCash: row.awaitsCash && event.name !== "handed_over",
    sentLate: row.sentLate || reason === "sent_after_failure",
  };
}

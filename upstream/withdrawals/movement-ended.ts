import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { member, outgoing } from "../db/schema/index.ts";
import { BookingRefused } from "../ledger/book.ts";
import { available } from "../ledger/read.ts";
import { accounts } from "../ledger/rules/booking.ts";
import { spentGas } from "../ledger/spent-gas.ts";
import type { EventSource } from "../orders/rules/order-event.ts";
import type { Context } from "../ports/context.ts";
import type { MovementEnd as End, OutgoingRow as Movement, ReportedEnd } from "../ports/payout-owner.ts";
import { isRefusal, type Refusal } from "../shared/rules/refusal.ts";
import { addDebt } from "../wallets/debt.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import type { WithdrawalEvent } from "./rules/decide-withdrawal.ts";
import { isCaught } from "./rules/freeze.ts";
import { lockWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Books the end of a withdrawal's movement in one transaction, under the withdrawal's lock; `by`: who says so. `acceptOnce`
 * locks the movement, says whether this end may take effect, and changes its state; a refusal undoes that too.
 */
export async function withdrawalMovementEnded(
  ctx: Pick<Context, "clock" | "db" | "ids" | "jobs" | "market">,
  { movement: { id, withdrawalId }, end, by }: ReportedEnd,
  acceptOnce: (tx: Tx) => Promise<boolean>,
): Promise<Refusal | undefined> {
  if (withdrawalId === null) throw new Error(`The movement ${id} belongs to no withdrawal`);
  try {
    await ctx.db.transaction(async (tx) => {
      const row = await lockWithdrawal(tx, withdrawalId);
      if (!row) throw new Error(`The withdrawal ${withdrawalId} of the movement ${id} does not exist`);
      if (!(await acceptOnce(tx))) return;
      const [movement] = await tx.select().from(outgoing).where(eq(outgoing.id, id)).for("update");
      if (movement) await bookEnd(tx, ctx, { row, movement, end, by, now: ctx.clock.now() });
    });
  } catch (error) {
    if (error instanceof BookingRefused) return error.refusal;
    throw error;
  }
  ctx.jobs.wakeWorkers();
  ctx.market.changed();
  return undefined;
}

type Ended = { row: WithdrawalRow; movement: Movement; end: End; by: EventSource; now: Date };

async function bookEnd(tx: Tx, ctx: Pick<Context, "ids" | "jobs">, { row, movement, end, by, now }: Ended) {
  const set = (change: Partial<Movement>) => tx.update(outgoing).set(change).where(eq(outgoing.id, movement.id));
  if (end.state === "settled" && (movement.status === "sent" || movement.status === "returned")) {
    await set({ alarm: "other_transaction", otherTxId: end.txId });
    return;
  }
  const wallet = row.memberId === null ? undefined : await lockWallet(tx, row.memberId, row.asset);
  // A closed account has no wallets: what comes back is kept as unclaimed, as after the account was erased.
  const booked = wallet ? row : { ...row, memberId: null };
  const event = await eventOf(tx, booked, end, by);
  const result = end.state === "settled" ? "sent" : "failed";
  const fees = end.state === "returned" ? [] : await spentGas(tx, movement, end.networkFee, result);
  const applied = await applyWithdrawalEvent(tx, ctx, booked, event, now, fees);
  if (isRefusal(applied)) throw new BookingRefused(applied);
  if (wallet) await addDebt(tx, wallet, applied.debt);
  await set(movementChange(row, movement, end, now));
}

async function eventOf(tx: Tx, row: WithdrawalRow, end: End, by: EventSource): Promise<WithdrawalEvent> {
  const { memberId, asset } = row;
  switch (end.state) {
    case "settled": {
      const free = memberId === null ? 0n : await available(tx, accounts.member(memberId, asset));
      return { name: "sent", free };
    }
    case "returned":
      return { name: "returned", amount: end.amount };
    default:
      if (by === "rail") return { name: "not_sent", reason: "not_sent" };
      return { name: "not_sent", reason: (await wasFrozen(tx, row)) ? "frozen" : "by_team" };
  }
}

async function wasFrozen(tx: Tx, row: WithdrawalRow): Promise<boolean> {
  if (row.memberId === null) return false;
  const [owner] = await tx.select().from(member).where(eq(member.id, row.memberId));
  return isCaught(row, owner?.withdrawalsFrozenUntil ?? null);
}

function movementChange(row: WithdrawalRow, { status }: Movement, end: End, now: Date): Partial<Movement> {
  switch (end.state) {
    case "settled": {
      const sent = { status: "sent", railTxId: end.txId, settledAt: now } as const;
      // Its hold was released: the fact that replaces it is named instead.
      return status === "failed"
        ? { ...sent, transferId: `withdrawal:${row.id}:late`, alarm: "sent_after_failure" }
        : sent;
    }
    case "returned":
      return { status: "returned" };
    default:
      return { status: "failed", settledAt: now };
  }
}

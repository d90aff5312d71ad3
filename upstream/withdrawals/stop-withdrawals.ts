import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { outgoing, payoutGuard } from "../db/schema/index.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import { movementColumns } from "../payouts/movement.ts";
import type { Context } from "../ports/context.ts";
import { isRefusal } from "../shared/rules/refusal.ts";
import { lockWallet } from "../wallets/lock-wallet.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import type { WithdrawalRow } from "./withdrawal-row.ts";

/**
 * Ends a member's withdrawals that were not handed over, gives everything back and emails each. Under the member's lock.
 * Returns those that it has ended.
 */
export async function stopWithdrawals(
  tx: Tx,
  ctx: Pick<Context, "ids" | "jobs">,
  memberId: string,
  reason: "reported" | "frozen",
  now: Date,
): Promise<WithdrawalRow[]> {
  const open = await tx
    .select()
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.memberId, memberId),
        inArray(withdrawal.status, ["requested", "confirm_pending", "cooling_off", "approved"]),
      ),
    )
    .orderBy(asc(withdrawal.id))
    .for("update");
  // All of them before the ledger's accounts of the first.
  for (const asset of [...new Set(open.map((row) => row.asset))].sort()) await lockWallet(tx, memberId, asset);
  for (const row of open) {
    const applied = await applyWithdrawalEvent(tx, ctx, row, { name: "rejected", reason }, now);
    if (isRefusal(applied)) throw new Error(`The withdrawal ${row.id} could not be stopped`);
  }
  return open;
}

/** Withdrawals that the payout guard has, and whose rail has not said what became of them. */
export async function movementsUnderWay(tx: Pick<Tx, "select">, memberId: string) {
  return tx
    .select({ withdrawal, movement: movementColumns })
    .from(outgoing)
    .innerJoin(payoutGuard, eq(payoutGuard.outgoingId, outgoing.id))
    .innerJoin(withdrawal, eq(withdrawal.id, outgoing.withdrawalId))
    .where(and(eq(withdrawal.memberId, memberId), eq(outgoing.status, "sending")))
    .orderBy(asc(withdrawal.createdAt), asc(withdrawal.id));
}

import { eq } from "drizzle-orm";
import { withdrawal } from "../../../upstream/db/schema/withdrawals.ts";
import { confirmDestinations } from "../../../upstream/payouts/destinations.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { applyWithdrawalEvent } from "../../../upstream/withdrawals/apply-withdrawal-event.ts";
import { handOver } from "../../../upstream/withdrawals/hand-over.ts";
import type { WithdrawalEvent } from "../../../upstream/withdrawals/rules/decide-withdrawal.ts";
import { lockWithdrawal } from "../../../upstream/withdrawals/withdrawal-row.ts";
import type { TestContext } from "../service/context.ts";
import { waitingWithdrawal } from "../withdrawals/waiting-withdrawal.ts";

/** Withdrawals of one member: one waits for its code, one was cancelled, one is with the payout guard. */
export async function addWithdrawals(ctx: TestContext): Promise<void> {
  await waitingWithdrawal(ctx, "wd_waiting");
  await apply(ctx, await waitingWithdrawal(ctx, "wd_cancelled"), { name: "cancelled" });
  const sent = await waitingWithdrawal(ctx, "wd_sent");
  await apply(ctx, sent, { name: "confirmed" });
  if (!(await handOver(ctx, sent))) throw new Error("It was not handed over");
}

async function apply(ctx: TestContext, id: string, event: WithdrawalEvent): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const later = new Date(now.getTime() + 60_000);
    await tx.update(withdrawal).set({ confirmBy: later }).where(eq(withdrawal.id, id));
    const row = await lockWithdrawal(tx, id);
    if (!row) throw new Error(`No withdrawal ${id}`);
    if (event.name === "confirmed") {
      const { asset, amount, fee, account, memo } = row;
      const where = { withdrawalId: id, kind: "withdrawal", asset, amount: amount - fee, account, memo } as const;
      await confirmDestinations(tx, [{ ...where, confirmedBy: "member", proof: "email_code", at: now }]);
    }
    if (isRefusal(await applyWithdrawalEvent(tx, ctx, row, event, now))) throw new Error(`${event.name} of ${id}`);
  });
}

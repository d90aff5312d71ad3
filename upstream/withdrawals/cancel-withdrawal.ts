import type { Context } from "../ports/context.ts";
import { isRefusal, type Refusal, refuse } from "../shared/rules/refusal.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { lockWithdrawal, type WithdrawalRow } from "./withdrawal-row.ts";

/** The member's own decision, until it is approved. */
export async function cancelWithdrawal(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  memberId: string,
  id: string,
  now: Date,
): Promise<WithdrawalRow | Refusal> {
  const cancelled = await ctx.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (!row || row.memberId !== memberId) return refuse("not_found");
    return applyWithdrawalEvent(tx, ctx, row, { name: "cancelled" }, now);
  });
  ctx.jobs.wakeWorkers();
  return isRefusal(cancelled) ? cancelled : cancelled.row;
}

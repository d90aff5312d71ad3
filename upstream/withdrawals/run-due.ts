import { and, asc, eq, lte, type SQL } from "drizzle-orm";
import type { Context } from "../context.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";
import type { WithdrawalEvent } from "../domain/withdrawals/decide-withdrawal.ts";
import { applyWithdrawalEvent } from "./apply-withdrawal-event.ts";
import { handOver } from "./hand-over.ts";
import { blockOf } from "./obstacle.ts";
import { lockWithdrawal } from "./withdrawal-row.ts";

const batchSize = 200;

/**
 * Applies what is due by the service's clock: ends withdrawals that were not confirmed, approves those whose address may
 * be used, and hands over approved ones. Safe to repeat and in several processes; a failure does not stop the others.
 */
export async function runDueWithdrawals(
  ctx: Pick<Context, "clock" | "db" | "ids" | "jobs" | "log" | "rails">,
): Promise<void> {
  const now = ctx.clock.now();
  const { status, confirmBy, usableAt } = withdrawal;
  const unconfirmed = and(eq(status, "confirm_pending"), lte(confirmBy, now));
  await each(ctx, unconfirmed, (id) => applyDue(ctx, id, { name: "confirmation_ended" }, now));
  const cooled = and(eq(status, "cooling_off"), lte(usableAt, now));
  await each(ctx, cooled, (id) => applyDue(ctx, id, { name: "cooled" }, now));
  await each(ctx, eq(status, "approved"), (id) => handOver(ctx, id));
  ctx.jobs.wakeWorkers();
}

async function applyDue(
  ctx: Pick<Context, "db" | "ids" | "jobs">,
  id: string,
  event: Extract<WithdrawalEvent, { name: "confirmation_ended" | "cooled" }>,
  now: Date,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockWithdrawal(tx, id);
    if (!row) return;
    // A freeze that began while it cooled off keeps it there, where its owner can still cancel it.
    if (event.name === "cooled" && row.memberId !== null && (await blockOf(tx, row.memberId, now))) return;
    await applyWithdrawalEvent(tx, ctx, row, event, now);
  });
}

async function each(
  ctx: Pick<Context, "db" | "log">,
  due: SQL | undefined,
  run: (id: string) => Promise<unknown>,
): Promise<void> {
  const rows = await ctx.db.orm
    .select({ id: withdrawal.id })
    .from(withdrawal)
    .where(due)
    .orderBy(asc(withdrawal.createdAt), asc(withdrawal.id))
    .limit(batchSize);
  for (const { id } of rows) {
    try {
      await run(id);
    } catch (error) {
      ctx.log.error({ withdrawal: id, err: error }, "what is due for a withdrawal failed");
    }
  }
}

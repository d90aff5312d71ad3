import { and, eq } from "drizzle-orm";
import { order, outgoing, payment } from "../../../upstream/db/schema/index.ts";
import { placeAccount } from "../../../upstream/ledger/rules/booking.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepNow } from "../../../upstream/payouts/sweeps/request-sweep.ts";
import { sweepables } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import type { Context } from "../../../upstream/ports/context.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, type OrderRowInput } from "../orders/order-rows.ts";
import type { TestContext } from "../service/context.ts";
import { collectingPost } from "../service/post.ts";

/** Whether the rail answered. Any other error is the service's fault and ends the proof. */
export async function answered(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof RailUnavailable) return false;
    throw error;
  }
}

/** An order whose payment is final. Its payout is queued. */
export async function paidOrder(ctx: Context, input: Partial<OrderRowInput>): Promise<string> {
  const row = await executedRow(ctx, input);
  const [now] = await ctx.db.orm.select().from(order).where(eq(order.ref, row.ref));
  if (now) await simulateEvent(ctx, now, "pay_exact", null);
  return row.ref;
}

/** Runs the queued jobs of payouts and refunds once each; what the rail did not answer stays queued. Emails are dropped. */
export async function runMoneyJobs(ctx: TestContext): Promise<void> {
  const work = jobWork(ctx, collectingPost());
  const queued = ctx.jobs.waiting.splice(0).filter(({ name }) => name !== "email");
  for (const job of queued) if (!(await answered(() => work[job.name](job.payload)))) ctx.jobs.waiting.push(job);
}

/** Takes each of them a step further; some are in the hands of two workers at once. */
export async function advanceAll(ctx: TestContext, ids: readonly string[], isDoubled: () => boolean): Promise<void> {
  for (const id of ids) {
    const workers = isDoubled() ? [id, id, id] : [id];
    await Promise.all(workers.map((movementId) => answered(() => advance(ctx, movementId))));
  }
}

export async function openIds(ctx: TestContext): Promise<string[]> {
  const rows = await ctx.db.orm.select({ id: outgoing.id }).from(outgoing).where(eq(outgoing.status, "sending"));
  return rows.map(({ id }) => id);
}

/** Customers whose payout failed or came back name another account, which is another attempt. */
export async function nameOtherAccounts(ctx: TestContext, attempt: number): Promise<void> {
  const held = await ctx.db.orm
    .select({ ref: order.ref, toAsset: order.toAsset })
    .from(order)
    .where(and(eq(order.status, "on_hold"), eq(order.holdReason, "payout_error")));
  for (const { ref, toAsset } of held) {
    const account = toAsset.startsWith("paypal-") ? `anna${attempt}@mail.com` : `T-other-${attempt}`;
    await applyEvent(ctx, ref, { name: "set_payout_account", account }, "client");
  }
}

/** Requests a sweep of every place where something lies at deposit addresses and none is under way. */
export async function sweepAll(ctx: TestContext): Promise<void> {
  for (const place of await sweepables(ctx)) await sweepNow(ctx, place);
}

/** What customers have paid in, by the account of the place where it arrived, from the orders' payments. */
export async function paidIn(ctx: TestContext): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const { rail, place, asset, amount, railFee } of await finalPayments(ctx)) {
    const at = placeAccount(place, rail, asset);
    sums.set(at, (sums.get(at) ?? 0n) + amount - railFee);
  }
  return sums;
}

/** What has arrived at deposit addresses, by address. */
export async function arrivedAtDeposits(ctx: TestContext): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  for (const { address, amount } of await finalPayments(ctx))
    if (address !== null) sums.set(address, (sums.get(address) ?? 0n) + amount);
  return sums;
}

function finalPayments(ctx: TestContext) {
  return ctx.db.orm.select().from(payment).where(eq(payment.status, "final"));
}

export async function operator(ctx: TestContext, name: string, command: string, args: Record<string, string>) {
  const outcome = await runCommand(ctx, {
    command,
    args: { reason: "proof", anyway: "yes", ...args },
    operator: { name },
  });
  if (!outcome.ok) throw new Error(`${command}: ${outcome.sentence}`);
  return outcome.data;
}

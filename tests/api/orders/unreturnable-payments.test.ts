import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asset, deposit, order, payment } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { orderMetrics } from "../../../upstream/observability/metrics/figures/orders.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

/** Refund fees of the demo market: 1 USDT on Tron, 3 on Ethereum. */
const orderAsset = { asset: "usdt-trc20", fee: 1_000000n };
const otherAsset = { asset: "usdt-erc20", fee: 3_000000n };

let ctx: TestContext;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase(), {});
  stranger = firstPayment;
});

async function read(ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}

async function completedOrder(): Promise<string> {
  const { ref } = await executedRow(ctx);
  expect(await simulateEvent(ctx, await read(ref), "pay_exact", null)).toBeUndefined();
  await ctx.jobs.run(jobWork(ctx, collectingPost()));
  expect(await read(ref)).toMatchObject({ status: "completed" });
  return ref;
}

const firstPayment = { rail: "sandbox", railPaymentId: "a payment of a stranger" };
let stranger = firstPayment;

/** What the rail says of a payment that anybody could have sent to the order's address. */
async function tell(ref: string, state: "seen" | "final", paidAsset: string, amount: bigint) {
  const paid = {
    ...stranger,
    asset: paidAsset,
    amount,
    railFee: 0n,
    confirmations: state === "final" ? 3 : 0,
    required: 3,
  };
  return granted(await applyEvent(ctx, ref, { name: `payment_${state}`, payment: paid }, "rail"));
}

const takeBack = async (ref: string) =>
  granted(await applyEvent(ctx, ref, { name: "payment_reversed", ...stranger }, "rail"));

const unclaimed = (id: string) => available(ctx.db.orm, accounts.unclaimed(id));
const paymentsOf = (ref: string) => ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));

/** What `today` lists of them, and what the alert counts. */
async function listed() {
  const today = await runCommand(ctx, { command: "today", args: {}, operator: { name: "olga" } });
  const rows = today.ok ? (today.data as { unclaimed_deposits?: unknown[] }).unclaimed_deposits : undefined;
  const figures = await orderMetrics(ctx.db.orm as never, ctx.clock.now());
  const counted = figures.find(({ name }) => name === "deposits_unclaimed")?.values[0]?.value;
  return { today: rows?.length ?? 0, counted };
}

describe("a payment of at most its refund fee", () => {
  test("in another asset leaves an unpaid order unchanged: it is booked once as unclaimed, and the order can be paid", async () => {
    const { ref, version } = await executedRow(ctx);
    await tell(ref, "seen", otherAsset.asset, otherAsset.fee);
    await tell(ref, "final", otherAsset.asset, otherAsset.fee);
    await tell(ref, "final", otherAsset.asset, otherAsset.fee);
    expect(await read(ref)).toMatchObject({ status: "awaiting_payment", condition: "none", version });
    expect(await unclaimed(otherAsset.asset)).toBe(otherAsset.fee);
    await simulateEvent(ctx, await read(ref), "pay_exact", null);
    await ctx.jobs.run(jobWork(ctx, collectingPost()));
    expect(await read(ref)).toMatchObject({ status: "completed", condition: "exact" });
    expect(await verify(ctx.db)).toEqual([]);
    expect(await listed()).toEqual({ today: 0, counted: 0 });
    // With a lower fee it could be sent back.
    await ctx.db.orm
      .update(asset)
      .set({ refundFee: otherAsset.fee - 1n })
      .where(eq(asset.id, otherAsset.asset));
    expect(await listed()).toEqual({ today: 1, counted: 1 });
  });

  test("in the order's asset does not reopen a completed order; a larger one does", async () => {
    const ref = await completedOrder();
    await tell(ref, "final", orderAsset.asset, orderAsset.fee);
    expect(await read(ref)).toMatchObject({ status: "completed" });
    expect(await unclaimed(orderAsset.asset)).toBe(orderAsset.fee);
    stranger = { ...firstPayment, railPaymentId: "a larger one" };
    await tell(ref, "final", orderAsset.asset, orderAsset.fee + 1n);
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "amount_mismatch" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("is taken back when its network takes it back, and booked again when it is included again", async () => {
    const ref = await completedOrder();
    await tell(ref, "final", otherAsset.asset, 1n);
    await takeBack(ref);
    expect(await unclaimed(otherAsset.asset)).toBe(0n);
    await takeBack(ref);
    await tell(ref, "final", otherAsset.asset, 1n);
    expect(await unclaimed(otherAsset.asset)).toBe(1n);
    expect(await ctx.db.orm.select().from(deposit)).toMatchObject([
      { status: "unclaimed", memberId: null, amount: 1n },
    ]);
    expect(await read(ref)).toMatchObject({ status: "completed" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("counts for the order in the order's asset, before the exchange", async () => {
    const { ref } = await executedRow(ctx);
    await tell(ref, "seen", orderAsset.asset, 1n);
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "below_minimum" });
    expect(await paymentsOf(ref)).toMatchObject([{ status: "seen", amount: 1n }]);
    expect(await unclaimed(orderAsset.asset)).toBe(0n);
  });
});

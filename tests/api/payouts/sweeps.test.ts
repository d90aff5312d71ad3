import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { order, outgoing, payoutGuard } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { changeAccounts } from "../../support/payouts/change-accounts.ts";
import { paidOrder } from "../../support/payouts/movement-desk.ts";
import { type SweepDesk, sweepDesk, sweepFee, tron, usdt } from "../../support/payouts/sweep-desk.ts";
import { violations } from "../../support/withdrawals/withdrawals.ts";

let desk: SweepDesk;
beforeEach(async () => {
  desk = await sweepDesk();
});
const forSale = async () => (await desk.service.ctx.market.snapshot()).assets.find(({ id }) => id === usdt)?.reserve;

describe("money at deposit addresses", () => {
  test("is not where the rail pays out from, and cannot be promised, until it is swept", async () => {
    const [before, free] = [await desk.hot(), await forSale()];
    await desk.arrives("one", 1_000_000000n);
    expect([await desk.deposits(), await desk.hot()]).toEqual([1_000_000000n, before]);
    // What the member is owed could be asked of the place that pays out at once.
    expect(await forSale()).toBe((free ?? 0n) - 1_000_000000n);
    const gas = await desk.inBooks(accounts.rail(tron, "trx"));
    await desk.sweep();
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before + 1_000_000000n]);
    expect(await forSale()).toBe(free);
    expect(await desk.inBooks(accounts.rail(tron, "trx"))).toBe(gas - 5n);
    expect(await desk.sweeps()).toMatchObject([{ status: "sent", state: "settled", railTxId: "s1", approvedBy: null }]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("is not for sale while its sweep is only asked for", async () => {
    await desk.arrives("one", 1_000_000000n);
    const free = await forSale();
    desk.rail.reading = { state: "pending" };
    await desk.sweep();
    desk.service.ctx.market.changed();
    expect([await desk.sweeps(), await desk.deposits()]).toMatchObject([[{ status: "sending" }], 0n]);
    expect(await forSale()).toBe(free);
  });

  test("is swept to the rail's own address only, and without counting against the caps of payouts", async () => {
    desk.rail.preparation = { state: "wait", reason: "coins" };
    await desk.arrives("one", 5_000_000000n);
    await desk.sweep();
    const [asked] = await desk.sweeps();
    expect(asked).toMatchObject({ state: "approved", amount: 5_000_000000n });
    expect(asked?.account).toBe(desk.service.ctx.rails.payoutFor(usdt).hotAddress);
    const { orm } = desk.service.ctx.db;
    await changeAccounts("TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb");
    await orm.update(payoutGuard).set({ state: "waiting", why: null });
    desk.rail.preparation = undefined;
    await advance(desk.service.ctx, asked?.id ?? "");
    expect(await desk.sweeps()).toMatchObject([{ state: "held", why: "not_our_address" }]);
    expect(desk.rail.sent.size).toBe(0);
  });

  test("is swept once by several processes, and what arrives meanwhile by the next sweep", async () => {
    desk.rail.reading = { state: "pending" };
    await desk.arrives("one", 100_000000n);
    const twin = desk.service.twin().context;
    await Promise.all([
      sweepDue(desk.service.ctx),
      sweepDue(desk.service.ctx),
      sweepDue({ ...twin, rails: desk.service.ctx.rails }),
    ]);
    await desk.service.runJobs();
    await desk.arrives("two", 30_000000n);
    await desk.sweep();
    expect((await desk.sweeps()).map(({ amount }) => amount)).toEqual([100_000000n]);
    desk.rail.reading = undefined;
    await advance(desk.service.ctx, (await desk.sweeps())[0]?.id ?? "");
    await desk.sweep();
    expect((await desk.sweeps()).map(({ amount }) => amount).sort()).toEqual([100_000000n, 30_000000n]);
    expect(await desk.deposits()).toBe(0n);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("stays there while it is less than its transfer costs, and while its rail is stopped", async () => {
    await desk.arrives("dust", 500000n);
    await desk.sweep();
    expect(await desk.sweeps()).toEqual([]);
    await desk.operator("payouts stop", { rail: tron });
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    expect(desk.rail.sent.size).toBe(0);
    await desk.operator("payouts go", { rail: tron });
    await desk.service.runJobs();
    expect(await desk.deposits()).toBe(0n);
  });

  test("stays there without the coin that pays the network", async () => {
    await desk.operator("reserve take", { asset: "trx", amount: "5999" });
    const left = await desk.inBooks(accounts.rail(tron, "trx"));
    expect(left).toBeLessThan(desk.service.ctx.rails.payoutFor(usdt).gas?.amount ?? 0n);
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    expect([await desk.sweeps(), await desk.deposits()]).toEqual([[], 100_000000n]);
  });
});

describe("an order's payment", () => {
  const statusOf = async (ref: string) =>
    (await desk.service.ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0]?.holdReason ?? "none";

  test("lies at a deposit address, is not for sale until it is swept, and is swept like a deposit", async () => {
    const [before, free] = [await desk.hot(), (await forSale()) ?? 0n];
    await paidOrder(desk.service.ctx, { amount: "500" });
    await desk.service.runJobs();
    expect([await desk.deposits(), await desk.hot(), await forSale()]).toEqual([500_000000n, before, free]);
    expect(await violations(desk.service)).toEqual([]);
    await desk.sweep();
    expect([await desk.deposits(), await desk.hot(), await forSale()]).toEqual([
      0n,
      before + 500_000000n,
      free + 500_000000n,
    ]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("is refunded from where the rail pays out, once a sweep has brought that much, however little lies there", async () => {
    desk.service.ctx.env.SWEEP_COST_PERCENT = 0.2;
    const row = await executedRow(desk.service.ctx, { amount: "500" });
    await simulateEvent(desk.service.ctx, row, "pay_partial", "300");
    await desk.operator("reserve take", { asset: usdt, amount: String((await desk.hot()) / 1_000000n) });
    await desk.sweep();
    expect(await desk.sweeps()).toEqual([]);
    await applyEvent(desk.service.ctx, row.ref, { name: "request_refund", refund: null }, "client");
    await desk.service.runJobs();
    expect(await statusOf(row.ref)).toBe("reserve_low");
    await desk.sweep();
    await desk.service.pass(5);
    const [refund] = await selectMovements(desk.service.ctx.db.orm).where(eq(outgoing.kind, "refund"));
    expect(refund).toMatchObject({ status: "sent", asset: usdt });
    expect(await violations(desk.service)).toEqual([]);
  });
});

describe("a sweep", () => {
  test("that reverts has cost its fee, and the next one waits an hour", async () => {
    desk.rail.reading = { state: "reverted", reason: "out of energy", networkFee: sweepFee };
    await desk.arrives("one", 100_000000n);
    const gas = await desk.inBooks(accounts.rail(tron, "trx"));
    await desk.sweep();
    await desk.sweep();
    expect(await desk.sweeps()).toMatchObject([{ status: "failed", state: "reverted" }]);
    expect([await desk.deposits(), await desk.inBooks(accounts.rail(tron, "trx"))]).toEqual([100_000000n, gas - 5n]);
    expect(await violations(desk.service)).toEqual([]);
    await desk.service.ctx.clock.advance(3601);
    desk.rail.reading = undefined;
    await desk.sweep();
    expect(await desk.deposits()).toBe(0n);
    expect(await violations(desk.service)).toEqual([]);
  });
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { SandboxEvent } from "../../../contract/order/order-states.ts";
import { order, outgoing, payment, sandboxSent, sandboxStep } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { orderView } from "../../../upstream/orders/view/order-view.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { claimDue } from "../../../upstream/rails/sandbox/lease.ts";
import { runDue } from "../../../upstream/rails/sandbox/run-due.ts";
import { runDueSteps, runStep } from "../../../upstream/rails/sandbox/run-steps.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;

async function open(settings: Record<string, string> = {}): Promise<void> {
  ctx = await testContext(await freshDatabase(), settings);
}

async function read(ref: string) {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}

const simulate = async (ref: string, event: SandboxEvent, amount: string | null = null) =>
  simulateEvent(ctx, await read(ref), event, amount);
const work = () => ctx.jobs.run(jobWork(ctx, collectingPost()));

/** Sends a sandbox event and runs what follows. */
async function play(ref: string, event: SandboxEvent, amount: string | null = null) {
  expect(await simulate(ref, event, amount)).toBeUndefined();
  await work();
  return read(ref);
}

describe("with a pace of 0", () => {
  beforeEach(() => open());

  test.each(["usdt-trc20", "usdt-erc20", "btc", "eth"])("%s paid exactly completes automatically", async (from) => {
    const amount = { btc: "0.01", eth: "0.2" }[from] ?? "500";
    const { ref, toAmount } = await executedRow(ctx, { from, amount });
    expect(await play(ref, "pay_exact")).toMatchObject({ status: "completed", condition: "exact", sent: toAmount });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("an underpayment is held, and paying exactly then pays the rest", async () => {
    const { ref } = await executedRow(ctx);
    expect(await play(ref, "pay_partial")).toMatchObject({ status: "on_hold", holdReason: "amount_mismatch" });
    expect(await play(ref, "pay_exact")).toMatchObject({ status: "completed", received: 500_000000n });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("paying exactly twice is one payment", async () => {
    const { ref } = await executedRow(ctx);
    await Promise.all([simulate(ref, "pay_exact"), simulate(ref, "pay_exact"), simulate(ref, "pay_exact")]);
    await work();
    expect(await read(ref)).toMatchObject({ status: "completed", received: 500_000000n });
    expect(await simulate(ref, "pay_exact")).toMatchObject({ refused: "invalid_transition" });
    expect(await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref))).toHaveLength(1);
  });

  test("an overpayment is held", async () => {
    const { ref } = await executedRow(ctx);
    expect(await play(ref, "pay_over", "600")).toMatchObject({ status: "on_hold", condition: "over" });
  });

  test("a custom amount is paid; an invalid one is a field error", async () => {
    const { ref } = await executedRow(ctx);
    for (const [amount, code] of [
      ["", "required"],
      ["0", "amount_zero"],
      ["1e9", "amount_format"],
      ["1.0000001", "amount_decimals"],
    ] as const) {
      expect(await simulate(ref, "pay_exact", amount)).toMatchObject({ errors: [{ pointer: "/amount", code }] });
    }
    expect(await play(ref, "pay_exact", "500.5")).toMatchObject({ status: "completed", received: 500_500000n });
  });

  test("another payment reopens a completed order", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    expect(await play(ref, "pay_again")).toMatchObject({ status: "on_hold" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a late payment arrives after window and grace time", async () => {
    const { ref } = await executedRow(ctx);
    expect(await play(ref, "pay_late")).toMatchObject({ status: "on_hold", condition: "late" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a vanished payment leaves the order waiting", async () => {
    const { ref } = await executedRow(ctx);
    expect(await play(ref, "pay_vanish")).toMatchObject({ status: "awaiting_payment", received: 0n });
    const [seen] = await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));
    expect(seen?.status).toBe("vanished");
  });

  test("a wrong asset is held for the operator", async () => {
    const { ref } = await executedRow(ctx);
    expect(await play(ref, "pay_wrong_asset")).toMatchObject({ status: "on_hold", holdReason: "wrong_asset" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a wrong asset held for documents is refunded in that asset, less its own fee", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_wrong_asset", "200");
    const hold = { name: "operator_hold", reason: "kyc_required", note: "n" } as const;
    const row = granted(await applyEvent(ctx, ref, hold, { operator: "anna", reason: "check" }));
    const { hold: holdView } = await orderView(ctx, row, "en");
    expect(holdView?.options).toContainEqual(
      expect.objectContaining({
        action: "request_refund",
        asset: "usdt-erc20",
        ...{ refund_amount: "197.000000", fee: "3.000000" },
      }),
    );
  });

  test.each([
    ["another network", { from: "usdt-trc20", amount: "500" }, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"],
    ["the same network", { from: "usdt-erc20", amount: "500" }, null],
  ])("a wrong asset of %s is refunded, and the audit finds nothing wrong", async (_, options, account) => {
    const { ref } = await executedRow(ctx, options);
    await play(ref, "pay_wrong_asset", options.from === "usdt-erc20" ? "0.2" : "200");
    const refund = { name: "operator_refund", account, note: "n" } as const;
    granted(await applyEvent(ctx, ref, refund, { operator: "anna", reason: "check" }));
    await work();
    expect(await read(ref)).toMatchObject({ status: "refunded" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a returned payout holds the order, and is sent again to another account", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    expect(await play(ref, "payout_returned")).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    const elsewhere = { name: "set_payout_account", account: "anna.other@example.com" } as const;
    granted(await applyEvent(ctx, ref, elsewhere, "client"));
    await work();
    expect(await read(ref)).toMatchObject({ status: "completed", payoutAccount: "anna.other@example.com" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a payout set to fail fails, permanently for its id", async () => {
    const { ref } = await executedRow(ctx);
    await simulate(ref, "payout_returned");
    expect(await play(ref, "pay_exact")).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    const [failed] = await selectMovements(ctx.db.orm).where(eq(outgoing.orderRef, ref));
    if (!failed) throw new Error("Nothing was sent");
    const rail = ctx.rails.payoutFor(failed.asset);
    await rail.broadcast(failed, failed.plan ?? "");
    expect(await rail.read(failed)).toEqual({ state: "reverted", reason: "sandbox", networkFee: null });
    expect(await ctx.db.orm.select().from(sandboxSent)).toEqual([]);
  });

  test("a transfer that no order sends is not simulated", async () => {
    const unknown = { id: "nobodys", asset: "usdt-trc20", amount: 1n, account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
    await expect(
      ctx.rails.payoutFor("usdt-trc20").broadcast({ ...unknown, kind: "payout", memo: null }, "tx"),
    ).rejects.toThrow("in no books");
    expect(await ctx.db.orm.select().from(sandboxSent)).toEqual([]);
  });

  test("the rate moves away and back", async () => {
    const { ref, pairId } = await executedRow(ctx);
    const rate = () => Number(ctx.rates.current(pairId, ctx.clock.now())?.rate);
    const before = rate();
    await simulate(ref, "rate_move");
    expect(rate() / before).toBeCloseTo(0.98, 3);
    await simulate(ref, "rate_move");
    expect(rate()).toBe(before);
    await simulate(ref, "rate_move", "10");
    expect(rate() / before).toBeCloseTo(0.9, 3);
    expect(await simulate(ref, "rate_move", "51")).toMatchObject({
      errors: [{ pointer: "/amount", code: "above_max" }],
    });
  });

  test("a review holds the order before the payout, and then lets it continue", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_partial", "100");
    expect(await play(ref, "review_hold")).toMatchObject({ status: "on_hold", holdReason: "gateway_review" });
    expect(await simulate(ref, "review_clear")).toBeUndefined();
  });

  test("an event without effect is an invalid transition", async () => {
    const { ref } = await executedRow(ctx);
    for (const event of [
      "confirm",
      "payout_ok",
      "refund_ok",
      "review_clear",
      "dispute_opened",
      "dispute_won",
    ] as const) {
      expect(await simulate(ref, event)).toMatchObject({ refused: "invalid_transition" });
    }
    await play(ref, "pay_exact");
    expect(await simulate(ref, "refund_failed")).toMatchObject({ refused: "invalid_transition" });
  });

  test("a dispute is possible for PayPal pay-ins", async () => {
    const { ref } = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
    expect(await play(ref, "pay_exact")).toMatchObject({ status: "completed" });
    expect(await play(ref, "dispute_opened")).toMatchObject({ status: "disputed" });
    expect(await play(ref, "dispute_lost")).toMatchObject({ status: "charged_back" });
    expect(await verify(ctx.db)).toEqual([]);
  });
});

describe("with a pace", () => {
  beforeEach(() => open({ SANDBOX_PACE_MS: "3000" }));

  /** Advances the service by three seconds, with everything due. */
  async function pass(seconds = 3) {
    await ctx.clock.advance(seconds);
    await sweep(ctx);
    await runDue(ctx);
    await work();
  }

  test("a payment is seen at once, confirmed step by step, and paid out later", async () => {
    const { ref } = await executedRow(ctx);
    const statuses = [(await play(ref, "pay_exact")).status];
    for (let turn = 0; turn < 4; turn += 1) {
      await pass();
      statuses.push((await read(ref)).status);
    }
    expect(statuses).toEqual(["confirming", "confirming", "confirming", "sending", "completed"]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("confirm and payout_ok take effect at once", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    expect(await play(ref, "confirm")).toMatchObject({ status: "sending" });
    expect(await play(ref, "payout_ok")).toMatchObject({ status: "completed" });
  });

  test("an unconfirmed payment can vanish", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    expect(await play(ref, "pay_vanish")).toMatchObject({ status: "awaiting_payment" });
    await pass(60);
    expect(await read(ref)).toMatchObject({ status: "awaiting_payment", received: 0n });
  });

  test("a payout in progress can be refused", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    await play(ref, "confirm");
    expect(await play(ref, "payout_returned")).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    await pass(60);
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a step of a crashed worker is taken over after its lease, and reports once", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    await ctx.clock.advance(3);
    const failing: TestContext = { ...ctx, db: { ...ctx.db, orm: failingOrm(ctx) } };
    await expect(runDueSteps(failing)).rejects.toThrow("killed");
    expect(await runDueSteps(ctx)).toBe(0);
    await ctx.clock.advance(30);
    expect(await runDueSteps(ctx)).toBe(1);
    const [seen, ...others] = await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));
    expect(others).toEqual([]);
    const progress = await ctx.rails.progress(seen ? [seen] : []);
    expect([...progress.values()]).toEqual([{ confirmations: 1, at: null }]);
  });

  test("a panel action takes a step over from the worker", async () => {
    const { ref } = await executedRow(ctx);
    await play(ref, "pay_exact");
    await ctx.clock.advance(3);
    const [slow] = await claimDue(ctx);
    if (!slow) throw new Error("Nothing was due");
    expect(await play(ref, "pay_vanish")).toMatchObject({ status: "awaiting_payment" });
    await runStep(ctx, slow, 3000);
    await pass(60);
    const [step] = await ctx.db.orm.select().from(sandboxStep).where(eq(sandboxStep.orderRef, ref));
    expect(step).toMatchObject({ step: "vanish", doneAt: expect.any(Date) });
    expect(await read(ref)).toMatchObject({ status: "awaiting_payment" });
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("concurrent runs take each step once", async () => {
    const refs = [(await executedRow(ctx)).ref, (await executedRow(ctx)).ref];
    for (const ref of refs) await play(ref, "pay_exact");
    await ctx.clock.advance(3);
    const [firstCount, secondCount] = await Promise.all([runDueSteps(ctx), runDueSteps(ctx)]);
    expect(firstCount + secondCount).toBe(2);
  });
});

describe("with SANDBOX_AUTOPAY", () => {
  beforeEach(() => open({ SANDBOX_AUTOPAY: "1" }));

  test("every executed order is paid once", async () => {
    const { ref } = await executedRow(ctx);
    await Promise.all([runDue(ctx), runDue(ctx)]);
    await runDue(ctx);
    await work();
    expect(await read(ref)).toMatchObject({ status: "completed", received: 500_000000n });
    const steps = await ctx.db.orm.select().from(sandboxStep).where(eq(sandboxStep.orderRef, ref));
    expect(steps).toHaveLength(1);
  });
});

/** A database that fails at the first write outside a transaction, where a step is advanced. */
function failingOrm({ db }: TestContext): TestContext["db"]["orm"] {
  return new Proxy(db.orm, {
    get(orm, name) {
      if (name === "update") throw new Error("killed");
      return Reflect.get(orm, name);
    },
  });
}

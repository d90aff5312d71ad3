import { beforeEach, describe, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import { usualUnpaidLimits } from "../../../upstream/orders/rules/unpaid-limits.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { payInvoice } from "../../../upstream/rails/sandbox/invoice/simulate-invoice-event.ts";
import { isRefusal } from "../../../upstream/shared/rules/refusal.ts";
import { acceptedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
const operator = (command: string, args: Record<string, string>) =>
  runCommand(ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "anna" } });

/** 500 USDT at the rail that pays them out, the rest at the gateway, which only takes payments in. */
beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  const move = { asset: "usdt-trc20", amount: "124500", from: "sandbox-tron", to: "nebulox" };
  expect(await operator("reserve rebalance", move)).toMatchObject({ ok: true });
});

describe("money at a rail that cannot pay it out", () => {
  test("is promised to nobody: of four concurrent orders the paying rail covers one, which completes", async () => {
    const drafts = [];
    for (let at = 0; at < 4; at += 1)
      drafts.push(await acceptedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "400" }));
    const answers = await Promise.all(drafts.map((draft) => executeOrder(ctx, draft, "paypal_invoice", "unknown")));
    expect(answers.flatMap((answer) => (isRefusal(answer) ? [answer.refused] : []))).toEqual(
      Array(3).fill("reserve_insufficient"),
    );
    const [executed] = answers.flatMap((answer) => (isRefusal(answer) ? [] : [answer]));
    await payInvoice(ctx, executed?.ref ?? "");
    await ctx.jobs.run(jobWork(ctx, collectingPost()));
    const { rows } = await ctx.db.query("select status from exchange_order where payin_method is not null");
    expect(rows).toEqual([{ status: "completed" }]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("makes the share of it no larger that one customer's unpaid orders may hold", async () => {
    ctx.policy = { ...ctx.policy, unpaid: usualUnpaidLimits };
    const place = async () => {
      const draft = await acceptedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "150" });
      const answer = await executeOrder(ctx, draft, "paypal_invoice", "unknown");
      return isRefusal(answer) ? answer.refused : answer.status;
    };
    // A first order has no share to keep to; a second one is beyond that of 500 USDT, and far below that of 125,000.
    expect([await place(), await place()]).toEqual(["awaiting_payment", "unpaid_limit"]);
  });

  test("is left out of the public reserve, and shown to the operator with the step that frees it", async () => {
    const { assets } = await ctx.market.snapshot();
    expect(assets.find(({ id }) => id === "usdt-trc20")?.reserve).toBe(500_000000n);
    const today = await operator("today", {});
    expect(today.ok && today.data).toMatchObject({
      cannot_pay_out: [
        {
          asset: "usdt-trc20",
          rail: "nebulox",
          amount: "124500.000000",
          next: expect.stringContaining("reserve rebalance usdt-trc20 124500.000000 --from nebulox --to sandbox-tron"),
        },
      ],
    });
  });

  test("is asked about before money that is promised to orders is taken or moved, with the amount that would be missing", async () => {
    const draft = await acceptedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "400" });
    const order = await executeOrder(ctx, draft, "paypal_invoice", "unknown");
    const promised = isRefusal(order) ? 0n : order.toAmount;
    const free = 500_000000n - promised;
    const typed = (minor: bigint) => ({ asset: "usdt-trc20", amount: formatDecimal(minor, 6) });
    const toGateway = { from: "sandbox-tron", to: "nebulox" };
    expect(await operator("reserve take", typed(free))).toMatchObject({ ok: true });
    for (const [command, more] of [["reserve take", {}] as const, ["reserve rebalance", toGateway] as const]) {
      const asked = { ok: false, sentence: expect.stringContaining("sandbox-tron would lack 0.000001 usdt-trc20") };
      expect(await operator(command, { ...typed(1n), ...more })).toMatchObject(asked);
    }
    expect(await operator("reserve take", { ...typed(1n), rail: "nebulox" })).toMatchObject({ ok: true });
    expect(await operator("reserve rebalance", { ...typed(1n), ...toGateway, anyway: "yes" })).toMatchObject({
      ok: true,
    });
    expect(await verify(ctx.db)).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { cancelOrder } from "../../../upstream/orders/cancel-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { orderView } from "../../../upstream/orders/view/order-view.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

let ctx: TestContext;
let before: OrderRow;
const paid = async () => {
  const report = { rail: "sandbox-tron", railPaymentId: "p1", asset: "usdt-trc20", amount: 500_000000n, railFee: 0n };
  const payment = { ...report, confirmations: 20, required: 20 };
  granted(await applyEvent(ctx, before.ref, { name: "payment_final", payment }, "rail"));
};

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  before = await executedRow(ctx);
});

describe("a payment that arrives while an order is being read", () => {
  test("makes a cancellation refuse with what is allowed now, not fail", async () => {
    const { snapshot } = ctx.market;
    let isPaid = false;
    ctx.market.snapshot = async () => {
      if (!isPaid) {
        isPaid = true;
        await paid();
      }
      return snapshot();
    };
    expect(await cancelOrder(ctx, before.ref)).toMatchObject({
      refused: "invalid_transition",
      extra: { current_status: "processing" },
    });
  });

  test("is in the order's view, with the status that follows from it", async () => {
    await paid();
    expect(await orderView(ctx, before, "en")).toMatchObject({
      status: "processing",
      from: { received: "500.000000" },
      actions: [],
    });
  });
});

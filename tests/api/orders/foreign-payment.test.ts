import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { order, orderEvent, payment } from "../../../upstream/db/schema/orders.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

test("a payment that belongs to another order is neither taken over nor written down", async () => {
  const ctx = await testContext(await freshDatabase());
  const [first, second] = [await executedRow(ctx), await executedRow(ctx)];
  const report = { rail: "sandbox-tron", railPaymentId: "the-same", asset: "usdt-trc20", amount: 500_000000n };
  const seen = { name: "payment_seen", payment: { ...report, railFee: 0n, confirmations: 0, required: 20 } } as const;
  granted(await applyEvent(ctx, first.ref, seen, "rail"));
  await expect(applyEvent(ctx, second.ref, seen, "rail")).rejects.toThrow(/belongs to another order/);
  const rows = await ctx.db.orm.select({ orderRef: payment.orderRef }).from(payment);
  expect(rows).toEqual([{ orderRef: first.ref }]);
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, second.ref));
  expect(row?.status).toBe("awaiting_payment");
  const events = await ctx.db.orm.select().from(orderEvent).where(eq(orderEvent.orderRef, second.ref));
  expect(events.map(({ event }) => event)).not.toContain("payment_seen");
});

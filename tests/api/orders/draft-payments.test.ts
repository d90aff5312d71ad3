import { beforeEach, describe, expect, test } from "vitest";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { executeOrder } from "../../../upstream/orders/execute-order.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { reportChanged } from "../../../upstream/rails/sandbox/invoice/apply-invoice-change.ts";
import { withPayment } from "../../../upstream/rails/sandbox/invoice/invoice.ts";
import { changeInvoice } from "../../../upstream/rails/sandbox/invoice/invoice-store.ts";
import { acceptedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

let ctx: TestContext;
let draft: OrderRow;
const unclaimed = () => available(ctx.db.orm, accounts.unclaimed("usdt-trc20"));
const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "anna" } });
const report = { rail: "sandbox-tron", railPaymentId: "p1", asset: "usdt-trc20", amount: 500_000000n, railFee: 0n };
const paid = async () =>
  granted(
    await applyEvent(
      ctx,
      draft.ref,
      { name: "payment_final", payment: { ...report, confirmations: 20, required: 20 } },
      "rail",
    ),
  );

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  draft = await acceptedRow(ctx);
});

/** The quote expires between the issuing of the address and the transaction. */
async function issuedAndRefused(): Promise<void> {
  const { rails } = ctx;
  ctx.rails = {
    ...rails,
    payinFor(asset, method) {
      const rail = rails.payinFor(asset, method);
      const issue: typeof rail.issue = async (input) => {
        await ctx.clock.advance(16 * 60);
        return rail.issue(input);
      };
      return { ...rail, issue };
    },
  };
  expect(await executeOrder(ctx, draft, "crypto_address", "unknown")).toMatchObject({ refused: "quote_expired" });
  ctx.rails = rails;
}

describe("a payment to an order that was not executed", () => {
  test("is booked as unclaimed, kept with its order, shown to the operator, and can be returned", async () => {
    await issuedAndRefused();
    expect(await paid()).toMatchObject({ status: "draft" });
    expect(await unclaimed()).toBe(500_000000n);
    const today = await operator("today");
    expect(today.ok && today.data).toMatchObject({
      unclaimed_payments: [{ rail: "sandbox-tron", tx: "p1", amount: "500.000000", status: "final" }],
    });
    for (let day = 0; day < 70; day += 7) {
      await ctx.clock.advance(7 * 86_400);
      await sweep(ctx);
    }
    expect(await verify(ctx.db)).toEqual([]);
    const back = { ref: draft.ref, tx: "r1", amount: "500" };
    expect(await operator("orders refunded-at-rail", back)).toMatchObject({ ok: true });
    expect(await unclaimed()).toBe(0n);
    // Sent from where the rail pays out; a sweep brings it there.
    expect(await available(ctx.db.orm, accounts.rail("sandbox-tron", "usdt-trc20"))).toBe(124_500_000000n);
    expect(await available(ctx.db.orm, accounts.deposits("sandbox-tron", "usdt-trc20"))).toBe(500_000000n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("counts for the order if it is executed after all", async () => {
    await paid();
    expect(await executeOrder(ctx, draft, "crypto_address", "unknown")).toMatchObject({
      status: "processing",
      received: 500_000000n,
    });
    expect(await unclaimed()).toBe(0n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("has a draft to be booked for while its address is watched; a draft without one is soon deleted", async () => {
    await issuedAndRefused();
    const { rows: before } = await ctx.db.query("update exchange_order set accepted_at = null returning ref");
    expect(before).toHaveLength(1);
    const count = async (days: number) => {
      await ctx.clock.advance(days * 86_400);
      await sweep(ctx);
      await sweep(ctx);
      return (await ctx.db.query("select ref from exchange_order")).rows.length;
    };
    await count(2);
    expect(await count(2)).toBe(1);
    expect(await count(61)).toBe(0);
  });

  test("of a PayPal invoice that PayPal has sent by itself is read from the invoice", async () => {
    const invoiced = await acceptedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
    const rail = ctx.rails.payinFor("paypal-usd", "paypal_invoice");
    const { ref, fromAmount: amount } = invoiced;
    await rail.issue({ ref, asset: "paypal-usd", amount, payer: null, language: "en" });
    const now = ctx.clock.now();
    const payment = { id: "PP1", amount, state: "completed", isExternal: false, at: now } as const;
    await ctx.db.transaction((tx) =>
      changeInvoice(tx, { orderRef: ref }, now, (invoice) => withPayment(invoice, payment)),
    );
    await reportChanged(ctx);
    expect(await available(ctx.db.orm, accounts.unclaimed("paypal-usd"))).toBe(amount);
    expect(await verify(ctx.db)).toEqual([]);
  });
});

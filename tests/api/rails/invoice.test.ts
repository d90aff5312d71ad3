import { beforeEach, describe, expect, test } from "vitest";
import { available } from "../../../upstream/ledger/read.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { eventReporter } from "../../../upstream/orders/report-event.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { followInvoice } from "../../../upstream/rails/paypal/follow-invoice.ts";
import type { InvoiceReading } from "../../../upstream/rails/paypal/invoice-reading.ts";
import { statusOf } from "../../../upstream/rails/sandbox/invoice/invoice.ts";
import { invoiceOf } from "../../../upstream/rails/sandbox/invoice/invoice-store.ts";
import { customerEmail, paypalAccount } from "../../support/orders/example-customer.ts";
import { acceptedDraft, executeDraft, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { invoicedOrder, paypalEvent, statusWithHold, tryPaypalEvent } from "../../support/orders/paypal-events.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const minute = 60;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const emails = async () => (await service.emails(customerEmail)).map(({ subject }) => subject);
const invoice = async (orderRef: string) => {
  const orderInvoice = await invoiceOf(service.upstream.context.db.orm, { orderRef });
  if (!orderInvoice) throw new Error("There is no invoice");
  return orderInvoice;
};
const holds = async () => verify(service.upstream.context.db);

describe("an invoice order", () => {
  test("gets one invoice at PayPal, with a rate for half an hour and payable for a day", async () => {
    const draft = await acceptedDraft(service, paypalToUsdt);
    const { order } = { order: (await executeDraft(service, draft)).reply().data };
    expect(order.payin).toMatchObject({ method: "paypal_invoice", account: paypalAccount, address: null });
    expect(order.payin.invoice_url).toMatch(/^\/api\/v1\/sandbox\/invoice\/INV2(-[0-9A-F]{4}){4}\?lang=en$/);
    expect(order.expires_at).toBe("2026-11-22T12:00:00.000Z");
    expect(order.rate_locked_until).toBe("2026-11-21T12:30:00.000Z");
    expect(order.rate_grace_until).toBe("2026-11-21T14:00:00.000Z");
    const again = (await executeDraft(service, draft)).reply().data;
    expect(again.payin.invoice_url).toBe(order.payin.invoice_url);
    expect(await invoice(draft.ref)).toMatchObject({ amount: 100_00n, payer: paypalAccount, payments: [] });
    const [email] = await service.emails(customerEmail);
    expect(email?.text).toContain(`http://localhost:3000${order.payin.invoice_url}`);
    expect(email?.text).toContain("Rate held until");
  });

  test("paid in full is exchanged and paid out automatically", async () => {
    const held = await invoicedOrder(service);
    const done = await paypalEvent(service, held, "pay_exact");
    expect(done).toMatchObject({ status: "completed", condition: "exact", from: { received: "100.00" } });
    expect(done.payin.txs).toMatchObject([{ amount: "100.00", status: "final" }]);
    expect(statusOf(await invoice(held.ref))).toBe("PAID");
    expect(await emails()).toHaveLength(3);
    expect(await holds()).toEqual([]);
  });

  test("paid in part waits for the rest, and each payment is booked once", async () => {
    const held = await invoicedOrder(service);
    expect(statusWithHold(await paypalEvent(service, held, "pay_partial", "60"))).toBe("on_hold amount_mismatch");
    expect(statusOf(await invoice(held.ref))).toBe("PARTIALLY_PAID");
    const done = await paypalEvent(service, held, "pay_exact");
    expect(done).toMatchObject({ status: "completed", condition: "multiple", from: { received: "100.00" } });
    expect(done.payin.txs.map(({ amount }) => amount).sort()).toEqual(["40.00", "60.00"]);
    expect(await holds()).toEqual([]);
  });

  test("paid by bank transfer is confirmed when it clears", async () => {
    const held = await invoicedOrder(service);
    expect(statusWithHold(await paypalEvent(service, held, "pay_pending"))).toBe("confirming");
    expect(statusOf(await invoice(held.ref))).toBe("PAYMENT_PENDING");
    expect((await tryPaypalEvent(service, held, "pay_exact")).status).toBe(409);
    expect(statusWithHold(await paypalEvent(service, held, "confirm"))).toBe("completed");
    expect(await holds()).toEqual([]);
  });

  test("whose bank transfer fails waits again with the remaining time", async () => {
    const held = await invoicedOrder(service);
    await service.pass(10 * minute);
    await paypalEvent(service, held, "pay_pending");
    await service.pass(60 * minute);
    const order = await paypalEvent(service, held, "pay_vanish");
    expect(order).toMatchObject({ status: "awaiting_payment", condition: "none" });
    expect(order.rate_locked_until).toBe("2026-11-21T13:30:00.000Z");
    expect(statusWithHold(await paypalEvent(service, held, "pay_exact"))).toBe("completed");
  });

  test("that is overpaid asks the customer, and the surplus is refunded to the payment", async () => {
    const held = await invoicedOrder(service);
    const over = await paypalEvent(service, held, "pay_over", "130");
    expect(statusWithHold(over)).toBe("on_hold amount_mismatch");
    const body = { ref: held.ref, action: "exchange_as_quoted" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "as-quoted", body });
    const done = await track(service, held);
    expect(done).toMatchObject({ status: "completed", refund: { txs: [{ amount: "30.00", status: "sent" }] } });
    expect(statusOf(await invoice(held.ref))).toBe("PARTIALLY_REFUNDED");
    expect(await holds()).toEqual([]);
  });

  test("is refunded to its payment without asking for an address", async () => {
    const held = await invoicedOrder(service);
    await paypalEvent(service, held, "pay_partial", "40");
    const body = { ref: held.ref, action: "request_refund" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "back", body });
    const done = await track(service, held);
    expect(done).toMatchObject({ status: "refunded", refund: { txs: [{ amount: "40.00" }] } });
    const { payments, refunds } = await invoice(held.ref);
    expect(refunds).toMatchObject([{ paymentId: payments[0]?.id, amount: 40_00n }]);
    expect(await holds()).toEqual([]);
  });
});

describe("PayPal's own fee", () => {
  const balances = async () => {
    const { orm } = service.upstream.context.db;
    const [reserve, cash] = ["reserve:paypal-usd", "assets:sandbox-paypal:paypal-usd"];
    return { reserve: await available(orm, reserve), cash: await available(orm, cash) };
  };

  test("is our cost: the reserve bears it, the cash there is net, the customer gets all that was agreed", async () => {
    const before = await balances();
    const held = await invoicedOrder(service);
    const done = await paypalEvent(service, held, "pay_exact");
    expect(done).toMatchObject({
      status: "completed",
      from: { received: "100.00" },
      to: { amount: held.order.to.amount },
    });
    const after = await balances();
    // 3.49 % of 100 dollars and 49 cents.
    expect(after).toEqual({ reserve: before.reserve + 100_00n - 3_98n, cash: before.cash + 100_00n - 3_98n });
    expect(await verify(service.upstream.context.db)).toEqual([]);
  });

  test("is not given back with a refund, and shown to the operator", async () => {
    const before = await balances();
    const held = await invoicedOrder(service);
    await paypalEvent(service, held, "pay_partial", "60");
    const body = { ref: held.ref, action: "request_refund" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "back", body });
    expect((await track(service, held)).status).toBe("refunded");
    // 3.49 % of 60 dollars and 49 cents; the refund itself is free.
    expect(await balances()).toEqual({ reserve: before.reserve - 2_58n, cash: before.cash - 2_58n });
    const show = { command: "orders show", args: { ref: held.ref }, operator: { name: "anna" } };
    const outcome = await runCommand(service.upstream.context, show);
    expect(outcome).toMatchObject({ ok: true, data: { payments: [{ rail_fee: "2.58 paypal-usd" }] } });
  });
});

describe("an invoice with other possible reports", () => {
  test("that is scheduled waits; marked as paid it is paid once", async () => {
    const held = await invoicedOrder(service);
    const ctx = service.upstream.context;
    const reads = (reading: InvoiceReading) =>
      followInvoice(ctx, { id: "sandbox-paypal", read: async () => reading }, held.ref, eventReporter(ctx));
    expect(await reads({ status: "SCHEDULED", payments: [], refunds: [] })).toBeUndefined();
    expect((await track(service, held)).status).toBe("awaiting_payment");
    const payments = [{ id: "NOTED-1", amount: 100_00n, fee: 0n, state: "completed" }] as const;
    for (const _ of [1, 2]) await reads({ status: "MARKED_AS_PAID", payments, refunds: [] });
    await service.runJobs();
    expect(await track(service, held)).toMatchObject({ status: "completed", from: { received: "100.00" } });
    expect(await verify(ctx.db)).toEqual([]);
  });
});

describe("a payment after the rate lock", () => {
  test("within grace time and rate band counts as quoted, with a new hold", async () => {
    const held = await invoicedOrder(service);
    await service.pass(31 * minute);
    expect((await track(service, held)).status).toBe("awaiting_payment");
    const done = await paypalEvent(service, held, "pay_exact");
    expect(done).toMatchObject({ status: "completed", to: { amount: held.order.to.amount } });
  });

  test("later is held with an offer, better or worse, and exchanged when accepted", async () => {
    const held = await invoicedOrder(service);
    await service.pass(121 * minute);
    const late = await paypalEvent(service, held, "pay_exact");
    expect(late).toMatchObject({ status: "on_hold", condition: "late", hold: { reason: "late_payment" } });
    const offer = late.hold?.options.find(({ action }) => action === "accept_requote");
    const body = { ref: held.ref, action: "accept_requote" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "take", body });
    expect(await track(service, held)).toMatchObject({ status: "completed", to: { sent: offer?.to?.amount } });
    expect(await holds()).toEqual([]);
  });
});

describe("a refund made at PayPal", () => {
  test("of a part before the payout holds the order, with a smaller payout", async () => {
    const held = await invoicedOrder(service);
    await paypalEvent(service, held, "pay_partial", "60");
    const order = await paypalEvent(service, held, "refunded_at_rail", "20");
    expect(statusWithHold(order)).toBe("on_hold manual_review");
    expect(order.refund.txs).toMatchObject([{ amount: "20.00", status: "sent" }]);
    expect(await holds()).toEqual([]);
  });

  test("of everything ends the order, before and after the payout", async () => {
    const before = await invoicedOrder(service);
    await paypalEvent(service, before, "pay_partial", "60");
    expect(statusWithHold(await paypalEvent(service, before, "refunded_at_rail"))).toBe("refunded");
    expect(statusOf(await invoice(before.ref))).toBe("REFUNDED");
    const after = await invoicedOrder(service);
    await paypalEvent(service, after, "pay_exact");
    expect(statusWithHold(await paypalEvent(service, after, "refunded_at_rail"))).toBe("refunded");
    expect(await holds()).toEqual([]);
  });

  test("cannot exceed the payments", async () => {
    const held = await invoicedOrder(service);
    expect((await tryPaypalEvent(service, held, "refunded_at_rail")).problem().code).toBe("invalid_transition");
    await paypalEvent(service, held, "pay_exact");
    expect((await tryPaypalEvent(service, held, "refunded_at_rail", "100.01")).status).toBe(409);
    expect((await track(service, held)).status).toBe("completed");
  });
});

describe("a payer cannot", () => {
  test("pay in another currency, or zero", async () => {
    const held = await invoicedOrder(service);
    expect((await tryPaypalEvent(service, held, "pay_wrong_asset")).problem().code).toBe("invalid_transition");
    expect((await tryPaypalEvent(service, held, "pay_partial", "0")).problem().code).toBe("validation_failed");
    expect((await tryPaypalEvent(service, held, "confirm")).status).toBe(409);
  });
});

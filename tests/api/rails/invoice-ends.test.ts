import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { order, outgoing, sandboxInvoice } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import {
  type Changed,
  cancelled,
  type Invoice,
  statusOf,
  withPayment,
} from "../../../upstream/rails/sandbox/invoice/invoice.ts";
import { changeInvoice, invoiceOf } from "../../../upstream/rails/sandbox/invoice/invoice-store.ts";
import { sandboxInvoices } from "../../../upstream/rails/sandbox/invoice/rail.ts";
import { runDue } from "../../../upstream/rails/sandbox/run-due.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { granted } from "../../support/orders/order-rows.ts";
import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { invoicedOrder, paypalEvent, statusWithHold, tryPaypalEvent } from "../../support/orders/paypal-events.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const hour = 3600;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const cancel = ({ ref, token }: OpenedOrder) => service.call("exchangeCancel", { token, body: { ref } });
const invoice = async ({ ref }: OpenedOrder) => {
  const orderInvoice = await invoiceOf(service.upstream.context.db.orm, { orderRef: ref });
  if (!orderInvoice) throw new Error("There is no invoice");
  return orderInvoice;
};

/** PayPal's books change, and the process ends before the service is notified. */
async function silently({ ref }: OpenedOrder, change: (invoice: Invoice) => Changed): Promise<void> {
  const { db, clock } = service.upstream.context;
  await db.transaction((tx) => changeInvoice(tx, { orderRef: ref }, clock.now(), change));
}

const paid = (state: "pending" | "completed") => (invoice: Invoice) =>
  withPayment(invoice, { id: "PAID1", amount: invoice.amount, state, isExternal: false, at: new Date(0) });

/** PayPal is unreachable until the returned function is called. */
function unreachable(): () => void {
  const invoices = service.upstream.context.rails.payinFor("paypal-usd", "paypal_invoice");
  const { withdraw } = invoices;
  invoices.withdraw = async () => {
    throw new RailUnavailable("PayPal does not answer");
  };
  return () => {
    invoices.withdraw = withdraw;
  };
}

describe("cancelling an invoice order", () => {
  test("cancels the invoice at PayPal first", async () => {
    const held = await invoicedOrder(service);
    expect((await cancel(held)).reply().data.status).toBe("cancelled");
    expect(statusOf(await invoice(held))).toBe("CANCELLED");
    expect((await cancel(held)).reply().data.status).toBe("cancelled");
    expect(await verify(service.upstream.context.db)).toEqual([]);
  });

  test.each(["pending", "completed"] as const)(
    "is refused for a payment that is %s, and the order continues",
    async (state) => {
      const held = await invoicedOrder(service);
      await silently(held, paid(state));
      expect((await cancel(held)).problem()).toMatchObject({ code: "invalid_transition", status: 409 });
      await service.runJobs();
      expect((await track(service, held)).status).toBe(state === "pending" ? "confirming" : "completed");
      expect(statusOf(await invoice(held))).not.toBe("CANCELLED");
    },
  );

  test("is refused while PayPal is unreachable, and changes nothing", async () => {
    const held = await invoicedOrder(service);
    const restore = unreachable();
    expect((await cancel(held)).problem()).toMatchObject({ code: "gateway_unavailable", status: 503 });
    expect((await track(service, held)).status).toBe("awaiting_payment");
    restore();
    expect((await cancel(held)).reply().data.status).toBe("cancelled");
  });

  test("interrupted after PayPal's part is completed by PayPal's event", async () => {
    const held = await invoicedOrder(service);
    await sandboxInvoices(service.upstream.context).withdraw({ ref: held.ref });
    expect((await track(service, held)).status).toBe("awaiting_payment");
    await runDue(service.upstream.context);
    expect((await track(service, held)).status).toBe("cancelled");
  });

  test("and paid anyway is put on hold, and can be refunded", async () => {
    const held = await invoicedOrder(service);
    await cancel(held);
    await service.pass(3 * hour);
    expect(statusWithHold(await paypalEvent(service, held, "pay_late"))).toBe("on_hold late_payment");
    const body = { ref: held.ref, action: "request_refund" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "back", body });
    expect((await track(service, held)).status).toBe("refunded");
    expect(await verify(service.upstream.context.db)).toEqual([]);
  });
});

describe("the expiry of an invoice", () => {
  test("is sent to PayPal before the order expires", async () => {
    const held = await invoicedOrder(service);
    await service.pass(24 * hour);
    expect((await track(service, held)).status).toBe("expired");
    expect(statusOf(await invoice(held))).toBe("CANCELLED");
    expect((await service.emails(customerEmail)).length).toBe(2);
  });

  test("waits while PayPal is unreachable", async () => {
    const held = await invoicedOrder(service);
    const restore = unreachable();
    await service.pass(24 * hour);
    expect((await track(service, held)).status).toBe("awaiting_payment");
    const { ref, token } = held;
    expect((await service.call("exchangeExpire", { token, body: { ref } })).reply().data.status).toBe(
      "awaiting_payment",
    );
    restore();
    await service.pass(60);
    expect((await track(service, held)).status).toBe("expired");
  });

  test("finds an earlier payment: the order continues as paid late", async () => {
    const held = await invoicedOrder(service);
    await silently(held, paid("completed"));
    const { ref, token } = held;
    await service.upstream.context.clock.advance(24 * hour);
    const order = (await service.call("exchangeExpire", { token, body: { ref } })).reply().data;
    expect(statusWithHold(order)).toBe("on_hold late_payment");
  });

  test("interrupted after PayPal's cancellation still expires the order", async () => {
    const held = await invoicedOrder(service);
    await service.upstream.context.clock.advance(24 * hour);
    await sandboxInvoices(service.upstream.context).withdraw({ ref: held.ref });
    await runDue(service.upstream.context);
    expect((await track(service, held)).status).toBe("expired");
  });
});

describe("cancelled at PayPal by the payer", () => {
  test("without payments ends the order", async () => {
    const held = await invoicedOrder(service);
    expect(statusWithHold(await paypalEvent(service, held, "invoice_cancelled"))).toBe("cancelled");
    expect((await tryPaypalEvent(service, held, "invoice_cancelled")).status).toBe(409);
  });

  test("with a partial payment refunds it", async () => {
    const held = await invoicedOrder(service);
    await paypalEvent(service, held, "pay_partial", "40");
    expect(statusWithHold(await paypalEvent(service, held, "invoice_cancelled"))).toBe("refunded");
    expect((await invoice(held)).refunds).toMatchObject([{ amount: 40_00n }]);
    expect(await verify(service.upstream.context.db)).toEqual([]);
  });
});

describe("nothing is lost", () => {
  test("when PayPal has payments it never reported, and nothing is booked twice", async () => {
    const held = await invoicedOrder(service);
    await silently(held, paid("completed"));
    await runDue(service.upstream.context);
    await runDue(service.upstream.context);
    await service.runJobs();
    expect(await track(service, held)).toMatchObject({ status: "completed", from: { received: "100.00" } });
    const [row] = await service.upstream.context.db.orm
      .select()
      .from(sandboxInvoice)
      .where(eq(sandboxInvoice.orderRef, held.ref));
    expect(row?.reported).toBe(row?.version);
  });

  test("when PayPal made our refund without a confirmation: it is booked once, by its id", async () => {
    service = await exchange({ jobs: "by hand" });
    const { context } = service.upstream;
    const held = await invoicedOrder(service);
    await paypalEvent(service, held, "pay_partial", "60");
    const body = { ref: held.ref, action: "request_refund" } as const;
    await service.call("exchangeProcess", { token: held.token, key: "back", body });
    await applyEvent(context, held.ref, { name: "refund_started" }, "system");
    const [moving] = await selectMovements(context.db.orm).where(eq(outgoing.orderRef, held.ref));
    if (!moving) throw new Error("Nothing moves");
    const rail = context.rails.payoutFor(moving.asset);
    const prepared = await rail.prepare(moving);
    if (prepared.state === "prepared") await rail.broadcast(moving, prepared.plan);
    await runDue(context);
    expect((await track(service, held)).status).toBe("refunding");
    await service.runJobs();
    expect(await track(service, held)).toMatchObject({ status: "refunded", refund: { txs: [{ amount: "60.00" }] } });
    expect(await verify(context.db)).toEqual([]);
  });

  test("when an order has ended by itself: its invoice is closed, so that nobody pays it", async () => {
    const held = await invoicedOrder(service);
    const { context } = service.upstream;
    const hold = { name: "operator_hold", reason: "manual_review", note: "" } as const;
    granted(await applyEvent(context, held.ref, hold, "operator"));
    granted(await applyEvent(context, held.ref, { name: "operator_close", note: "" }, "operator"));
    await service.pass(1);
    expect(statusOf(await invoice(held))).toBe("CANCELLED");
    const [row] = await context.db.orm.select().from(order).where(eq(order.ref, held.ref));
    expect(row?.payinClosedAt).not.toBeNull();
  });

  test("when payer and service both cancel the invoice: it is cancelled once", async () => {
    const held = await invoicedOrder(service);
    await silently(held, cancelled);
    expect((await cancel(held)).reply().data.status).toBe("cancelled");
    await runDue(service.upstream.context);
    expect((await track(service, held)).status).toBe("cancelled");
    expect((await service.emails(customerEmail)).length).toBe(2);
  });
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { order } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { type PayinRail, RailUnavailable } from "../../../upstream/ports/rail.ts";
import { statusOf } from "../../../upstream/rails/sandbox/invoice/invoice.ts";
import { invoiceOf } from "../../../upstream/rails/sandbox/invoice/invoice-store.ts";
import { acceptedDraft, type OpenedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { invoicedOrder } from "../../support/orders/paypal-events.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { hostedOrder } from "../../support/service/gateway.ts";

const day = 86_400;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

/** A rail knows nothing of instructions that another one has issued. */
const otherRail: PayinRail = {
  id: "second-rail",
  issue: () => Promise.reject(new RailUnavailable("not asked for in these tests")),
  withdraw: vi.fn(async () => "withdrawn" as const),
  reconcile: vi.fn(async () => false),
};
const expectOtherUnasked = () => {
  for (const call of [otherRail.withdraw, otherRail.reconcile]) expect(call).not.toHaveBeenCalled();
};

/** As after a start with `RAILS` in another order: what is new is issued by the other rail. */
function putOtherRailFirst(): void {
  const { rails } = service.ctx;
  const { payinMethods } = rails;
  service.ctx.rails = { ...rails, payinMethods, payinFor: () => otherRail };
}

/** As after a start whose `RAILS` no longer names the rail. */
function stopIssuingRail(): () => void {
  const { rails } = service.ctx;
  const payinOf = ({ rail }: { rail: string }) => {
    throw new RailUnavailable(`The rail ${rail} does not run`);
  };
  service.ctx.rails = { ...rails, payinFor: () => otherRail, payinOf };
  return () => {
    service.ctx.rails = rails;
  };
}

const cancel = ({ ref, token }: OpenedOrder) => service.call("exchangeCancel", { token, body: { ref } });
const invoiceStatus = async ({ ref }: OpenedOrder) => {
  const invoice = await invoiceOf(service.ctx.db.orm, { orderRef: ref });
  return invoice && statusOf(invoice);
};
/** As the migration leaves an order of which it cannot tell the rail. */
async function forgetRail({ ref }: OpenedOrder): Promise<void> {
  const owner = await ownerDatabase();
  await owner.query("alter table exchange_order disable trigger order_identity_stays");
  await owner.orm.update(order).set({ payinRail: null }).where(eq(order.ref, ref));
  await owner.query("alter table exchange_order enable trigger order_identity_stays");
}

describe("pay-in instructions belong to the rail that issued them", () => {
  test("cancelling withdraws them there, whichever rail is used by then", async () => {
    const opened = await invoicedOrder(service);
    putOtherRailFirst();
    expect((await cancel(opened)).reply().data.status).toBe("cancelled");
    expect(await invoiceStatus(opened)).toBe("CANCELLED");
    expectOtherUnasked();
  });

  test("so does the end of the payment window", async () => {
    const opened = await invoicedOrder(service);
    putOtherRailFirst();
    await service.pass(day);
    expect((await track(service, opened)).status).toBe("expired");
    expect(await invoiceStatus(opened)).toBe("CANCELLED");
    expectOtherUnasked();
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("the return from a hosted gateway queries the gateway of the order", async () => {
    const opened = await hostedOrder(service);
    putOtherRailFirst();
    const body = { ref: opened.ref, session_id: opened.sessionId };
    const response = await service.call("gatewayConfirm", { token: opened.token, body });
    expect(response.reply().data).toMatchObject({ status: "awaiting_payment", verified: true });
    expectOtherUnasked();
  });

  test("the order waits while its rail does not run", async () => {
    const opened = await invoicedOrder(service);
    const startAgain = stopIssuingRail();
    expect((await cancel(opened)).problem()).toMatchObject({ code: "gateway_unavailable", status: 503 });
    await service.pass(day);
    expect((await track(service, opened)).status).toBe("awaiting_payment");
    expectOtherUnasked();
    startAgain();
    await service.pass(60);
    expect((await track(service, opened)).status).toBe("expired");
  });

  test("the order waits while its rail is unknown", async () => {
    const opened = await invoicedOrder(service);
    await forgetRail(opened);
    expect((await cancel(opened)).problem()).toMatchObject({ code: "gateway_unavailable" });
    await service.pass(day);
    expect((await track(service, opened)).status).toBe("awaiting_payment");
    expect(await invoiceStatus(opened)).toBe("SENT");
  });
});

test("an order that the version before executes has the rail of the latest order with the same instructions", async () => {
  await invoicedOrder(service);
  const { ref } = await acceptedDraft(service, paypalToUsdt);
  // As that version writes it: it does not name the column.
  const { orm } = service.ctx.db;
  await orm.update(order).set({ payinMethod: "paypal_invoice" }).where(eq(order.ref, ref));
  const [row] = await orm.select().from(order).where(eq(order.ref, ref));
  expect(row?.payinRail).toBe("sandbox-paypal");
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { problem } from "../../../contract/values/problem.ts";
import { gatewayEvent } from "../../../upstream/db/schema/gateway.ts";
import { account } from "../../../upstream/db/schema/ledger.ts";
import { payment } from "../../../upstream/db/schema/orders.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { executedOrder, track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import {
  deliver,
  gatewaySettings,
  hostedOrder,
  outside,
  paymentEvent,
  secrets,
  signedRequest,
} from "../../support/service/gateway.ts";

let service: Exchange;
let log: string[];

beforeEach(async () => {
  log = [];
  service = await exchange({ settings: gatewaySettings, onLog: (line) => log.push(line) });
});

async function paymentsOf(ref: string) {
  const rows = await service.upstream.context.db.orm.select().from(payment);
  return rows.filter(({ orderRef }) => orderRef === ref);
}

describe("a signed event", () => {
  test("of a final payment pays the order out, and its money is at the gateway in the ledger", async () => {
    const order = await hostedOrder(service);
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1))).toBe(204);
    expect((await track(service, order)).status).toBe("completed");
    expect(await paymentsOf(order.ref)).toMatchObject([{ rail: "nebulox", railPaymentId: "pay-1", status: "final" }]);
    const { db } = service.upstream.context;
    const railAccount = await db.orm.select().from(account).where(eq(account.id, "assets:nebulox:usdt-trc20"));
    expect(railAccount).toMatchObject([{ debitsPosted: 500_000_000n, creditsPosted: 0n }]);
    expect(await verify(db)).toEqual([]);
  });

  test("takes effect once, also from two processes concurrently", async () => {
    const order = await hostedOrder(service);
    const event = paymentEvent("e1", order.sessionId, 1);
    const twin = service.twin();
    const now = service.upstream.context.clock.now();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (at % 2 === 0 ? service.upstream : twin).fetch(signedRequest(now, event), outside),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 204));
    expect((await track(service, order)).from.received).toBe("500.000000");
    expect(await paymentsOf(order.ref)).toHaveLength(1);
  });

  test("with a known id and another body is refused and changes nothing", async () => {
    const order = await hostedOrder(service);
    await deliver(service, paymentEvent("e1", order.sessionId, 1, { id: "pay-1" }));
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1, { id: "pay-2" }))).toBe(422);
    expect(await paymentsOf(order.ref)).toHaveLength(1);
  });

  test("older than the known state of the payment changes nothing", async () => {
    const order = await hostedOrder(service);
    const seen = { status: "seen", confirmations: 0 } as const;
    expect(await deliver(service, paymentEvent("e2", order.sessionId, 2))).toBe(204);
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1, seen))).toBe(204);
    expect((await track(service, order)).status).toBe("completed");

    const other = await hostedOrder(service);
    const vanished = { id: "pay-9", status: "vanished" } as const;
    await deliver(service, paymentEvent("e4", other.sessionId, 2, vanished));
    await deliver(service, paymentEvent("e3", other.sessionId, 1, { ...seen, id: "pay-9" }));
    expect((await track(service, other)).status).toBe("awaiting_payment");
  });

  test("of a late payment is booked, and the order waits for a decision", async () => {
    const order = await hostedOrder(service);
    await service.pass(31 * 60 + 90 * 60);
    expect((await track(service, order)).status).toBe("expired");
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1))).toBe(204);
    expect(await track(service, order)).toMatchObject({ status: "on_hold", hold: { reason: "late_payment" } });
  });

  test("of a cancellation by the payer ends an unpaid order and refunds a partial payment", async () => {
    const order = await hostedOrder(service);
    const cancelled = (session: string) => JSON.stringify({ type: "session.cancelled", data: { session_id: session } });
    expect(await deliver(service, { id: "e1", body: cancelled(order.sessionId) })).toBe(204);
    expect((await track(service, order)).status).toBe("cancelled");

    const paid = await hostedOrder(service);
    await deliver(service, paymentEvent("e2", paid.sessionId, 1, { amount: "200" }));
    expect(await deliver(service, { id: "e3", body: cancelled(paid.sessionId) })).toBe(204);
    expect((await track(service, paid)).status).toBe("refunded");
  });

  test("of one of several payments adds to the sum", async () => {
    const order = await hostedOrder(service);
    await deliver(service, paymentEvent("e1", order.sessionId, 1, { id: "pay-1", amount: "200" }));
    expect(await track(service, order)).toMatchObject({ status: "on_hold", condition: "partial" });
    await deliver(service, paymentEvent("e2", order.sessionId, 1, { id: "pay-2", amount: "300" }));
    expect((await track(service, order)).status).toBe("completed");
  });

  test("for another session or of an unknown kind is accepted without effect", async () => {
    const order = await hostedOrder(service);
    expect(await deliver(service, paymentEvent("e1", "ses_of_somebody_else", 1))).toBe(204);
    const body = JSON.stringify({ type: "session.opened", data: { session_id: order.sessionId } });
    expect(await deliver(service, { id: "e2", body })).toBe(204);
    expect((await track(service, order)).status).toBe("awaiting_payment");
    expect(log.join("")).toContain("unknown session");
  });

  test.each<[string, Parameters<typeof paymentEvent>[3]]>([
    ["an unknown asset", { asset: "doge" }],
    ["more decimals than there are", { amount: "500.0000001" }],
    ["no amount", { amount: "0" }],
    ["a fee above the amount", { fee: "501" }],
  ])("that is inconsistent - %s - is refused, to be retried", async (_, payment) => {
    const order = await hostedOrder(service);
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1, payment))).toBe(422);
    expect(await paymentsOf(order.ref)).toEqual([]);
    expect(await deliver(service, paymentEvent("e1", order.sessionId, 1))).toBe(204);
    expect((await track(service, order)).status).toBe("completed");
  });

  test("that is no JSON or names another order's payment is refused", async () => {
    const order = await hostedOrder(service);
    const other = await hostedOrder(service);
    expect(await deliver(service, { id: "e1", body: "{" })).toBe(422);
    expect(await deliver(service, { id: "e2", body: JSON.stringify({ type: "payment.updated", data: {} }) })).toBe(422);
    await deliver(service, paymentEvent("e3", order.sessionId, 1));
    expect(await deliver(service, paymentEvent("e4", other.sessionId, 2))).toBe(422);
    expect((await track(service, other)).status).toBe("awaiting_payment");
  });

  test("with text that no database stores is refused", async () => {
    const order = await hostedOrder(service);
    for (const [at, text] of ["a\0b", "\ud800"].entries()) {
      expect(await deliver(service, paymentEvent(`session${at}`, text, 1))).toBe(422);
      expect(await deliver(service, paymentEvent(`payment${at}`, order.sessionId, 1, { id: text }))).toBe(422);
    }
    expect(log.join("")).not.toContain('"level":"error"');
  });

  test("whose effect was refused is not recorded and may be retried", async () => {
    const order = await hostedOrder(service);
    await deliver(service, paymentEvent("e1", order.sessionId, 1));
    const vanished = paymentEvent("e2", order.sessionId, 2, { status: "vanished" });
    expect(await deliver(service, vanished)).toBe(409);
    const marks = await service.upstream.context.db.orm.select().from(gatewayEvent);
    expect(marks.map(({ id }) => id)).toEqual(["e1"]);
  });
});

describe("a forged event", () => {
  test.each<[string, Parameters<typeof deliver>[2]]>([
    ["signs with no secret of ours", { secret: secrets.taken }],
    ["sends no signature", { headers: { "webhook-signature": "" } }],
    ["sends an old event again", { at: new Date("2026-11-21T11:54:59.000Z") }],
    ["stamps it ahead of time", { at: new Date("2026-11-21T12:05:01.000Z") }],
    ["puts it under another id", { headers: { "webhook-id": "e2" } }],
  ])("with %s gets the same response and has no effect", async (_, signing) => {
    const order = await hostedOrder(service);
    const event = paymentEvent("e1", order.sessionId, 1);
    const response = await service.fetch(signedRequest(service.upstream.context.clock.now(), event, signing), outside);
    expect(problem.parse(await response.json())).toMatchObject({ status: 401, code: "signature_invalid" });
    expect((await track(service, order)).status).toBe("awaiting_payment");
  });

  test("with one byte of the body changed or an endless body is refused", async () => {
    const order = await hostedOrder(service);
    const now = service.upstream.context.clock.now();
    const right = signedRequest(now, paymentEvent("e1", order.sessionId, 1, { amount: "100" }));
    const forged = new Request(right.url, {
      method: "POST",
      headers: right.headers,
      body: paymentEvent("e1", order.sessionId, 1, { amount: "900" }).body,
    });
    expect((await service.fetch(forged, outside)).status).toBe(401);
    const huge = signedRequest(now, { id: "e2", body: " ".repeat(70_000) });
    expect((await service.fetch(huge, outside)).status).toBe(413);
  });

  test("under another gateway's name is refused", async () => {
    const order = await hostedOrder(service);
    const event = paymentEvent("e1", order.sessionId, 1);
    for (const gateway of ["paypal", "NEBULOX", "nebulox%2f.."]) {
      expect(await deliver(service, event, { gateway })).toBe(404);
    }
  });
});

test("both secrets of a rotation are accepted, a removed one is not", async () => {
  const order = await hostedOrder(service);
  const event = paymentEvent("e1", order.sessionId, 1);
  expect(await deliver(service, event, { secret: secrets.older })).toBe(204);
  expect(await deliver(service, event, { secret: secrets.newer })).toBe(204);
  expect(await deliver(service, event, { secret: secrets.taken })).toBe(401);
});

test("logs contain no signatures, secrets or payable sessions", async () => {
  const order = await hostedOrder(service);
  const event = paymentEvent("e1", order.sessionId, 1);
  const request = signedRequest(service.upstream.context.clock.now(), event);
  const signature = request.headers.get("webhook-signature") ?? "";
  await service.fetch(request, outside);
  await deliver(service, { ...event, body: "{" });
  await deliver(service, event, { secret: secrets.taken });
  for (const secret of [signature.slice(3), secrets.newer.slice(6), order.sessionId, order.token]) {
    expect(log.join("")).not.toContain(secret);
  }
});

test("an order paid to an address has no gateway session", async () => {
  const order = await executedOrder(service);
  const body = { ref: order.ref, result: "success" } as const;
  const response = await service.call("gatewayConfirm", { token: order.token, body });
  expect(response.problem()).toMatchObject({ code: "invalid_transition", current_status: "awaiting_payment" });
});

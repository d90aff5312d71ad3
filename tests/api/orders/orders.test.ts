import { beforeEach, describe, expect, test } from "vitest";
import { emailedToken } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { multiplies } from "../../support/orders/multiplies.ts";
import { executeDraft, executedOrder, openDraft, track } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

describe("orders/status", () => {
  const ask = (refs: string[], tokens: string[], headers = {}) =>
    service.call("ordersStatus", { query: { ref: refs }, token: tokens, headers });

  test("returns the short status of orders", async () => {
    const held = await executedOrder(service);
    const { data, meta } = (await ask([held.ref], [held.token])).reply();
    expect(data).toEqual([
      {
        ref: held.ref,
        status: "awaiting_payment",
        condition: "none",
        confirmations: 0,
        required: 0,
        updated_at: "2026-11-21T12:00:00.000Z",
        checked_at: "2026-11-21T12:00:00.000Z",
        expires_in: 1800,
        poll_after: 5,
        version: held.order.version,
      },
    ]);
    expect(meta.server_time).toBe("2026-11-21T12:00:00.000Z");
  });

  test("returns 304 until something happens", async () => {
    const held = await executedOrder(service);
    const etag = (await ask([held.ref], [held.token])).headers.get("ETag") ?? "";
    await service.pass(60);
    expect((await ask([held.ref], [held.token], { "If-None-Match": etag })).status).toBe(304);
    await service.call("exchangeCancel", { token: held.token, body: { ref: held.ref } });
    const after = await ask([held.ref], [held.token], { "If-None-Match": etag });
    expect(after.reply().data[0]?.status).toBe("cancelled");
  });

  test("omits orders without a valid token, like unknown ones", async () => {
    const [mine, also, theirs] = [await openDraft(service), await openDraft(service), await openDraft(service)];
    const refs = [mine.ref, theirs.ref, "0000000000", also.ref];
    const { data } = (await ask(refs, [mine.token, also.token])).reply();
    expect(data.map(({ ref }) => ref).sort()).toEqual([mine.ref, also.ref].sort());
  });

  test("accepts at most fifty orders", async () => {
    const { token } = await openDraft(service);
    const refused = await ask(
      Array.from({ length: 51 }, (_, at) => `order-${at}`),
      [token],
    );
    expect(refused.problem()).toMatchObject({ status: 422, errors: [{ pointer: "/ref" }] });
  });
});

describe("exchange/track by email", () => {
  const ask = (ref: string, email: string) => service.call("exchangeTrackMail", { body: { ref, email } });
  const links = async () => (await service.emails()).filter(({ kind }) => kind === "link");

  test("sends the link when number and address match, with the same response in all cases", async () => {
    const held = await executedOrder(service);
    const right = await ask(held.ref, customerEmail.toUpperCase());
    const answers = [
      await ask(held.ref, "eve@example.com"),
      await ask("0000000000", customerEmail),
      await ask("?", "?"),
    ];
    for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 202, text: right.text });
    const [link, ...more] = await links();
    expect(more).toEqual([]);
    expect(link).toMatchObject({ to: customerEmail });
    // Not the token of the browser that made the order: this one proves the mailbox.
    const token = await emailedToken(service, held.ref);
    expect(token).not.toBe(held.token);
    expect(link?.text).toContain(`/En/order/${held.ref}?t=${token}`);
  });

  test("sends at most five emails per hour and order", async () => {
    const held = await executedOrder(service);
    for (let at = 0; at < 7; at += 1) expect((await ask(held.ref, customerEmail)).status).toBe(202);
    expect(await links()).toHaveLength(5);
    await service.pass(3600);
    await ask(held.ref, customerEmail);
    expect(await links()).toHaveLength(6);
  });
});

describe("cancel and expire", () => {
  test("cancels an unpaid order once, and returns the possible actions when too late", async () => {
    const held = await executedOrder(service);
    const cancel = () => service.call("exchangeCancel", { token: held.token, body: { ref: held.ref } });
    expect((await cancel()).reply().data).toMatchObject({ status: "cancelled", actions: [] });
    expect((await cancel()).reply().data.status).toBe("cancelled");
    const paid = await executedOrder(service);
    await service.call("sandboxEvents", { token: paid.token, body: { ref: paid.ref, event: "pay_exact" } });
    const late = await service.call("exchangeCancel", { token: paid.token, body: { ref: paid.ref } });
    expect(late.problem()).toMatchObject({
      status: 409,
      code: "invalid_transition",
      current_status: "completed",
      actions: [],
    });
  });

  test("use the service's clock only", async () => {
    const held = await executedOrder(service);
    const { clock } = service.upstream.context;
    const expire = () => service.call("exchangeExpire", { token: held.token, body: { ref: held.ref } });
    expect((await expire()).reply().data.status).toBe("awaiting_payment");
    await clock.advance(1799);
    expect((await expire()).reply().data.status).toBe("awaiting_payment");
    await clock.advance(1);
    expect((await expire()).reply().data.status).toBe("expired");
    expect((await expire()).reply().data.status).toBe("expired");
  });
});

describe("an order as its holder sees it", () => {
  test("shows the whole history from draft to payout", async () => {
    const held = await executedOrder(service);
    expect(held.order).toMatchObject({
      status: "awaiting_payment",
      status_label: "Waiting for payment",
      from: { asset: "usdt-trc20", amount: "500.000000", received: "0.000000" },
      payin: { method: "crypto_address", txs: [] },
      expires_at: "2026-11-21T12:30:00.000Z",
      actions: ["cancel"],
      hold: null,
      sandbox: true,
    });
    await service.call("sandboxEvents", { token: held.token, body: { ref: held.ref, event: "pay_exact" } });
    const order = await track(service, held);
    expect(order).toMatchObject({ status: "completed", condition: "exact", actions: [] });
    expect(order.to.sent).toBe(held.order.to.amount);
    expect(order.payin.txs).toMatchObject([{ amount: "500.000000", status: "final", confirmations: 20, url: null }]);
    expect(order.payout.txs).toMatchObject([{ asset: "paypal-usd", amount: order.to.sent, status: "sent" }]);
    const statuses = order.timeline.map(({ status }) => status);
    expect(statuses[0]).toBe("draft");
    expect(statuses.at(-1)).toBe("completed");
  });

  test("shows the result of each choice of a hold", async () => {
    const held = await executedOrder(service);
    const body = { ref: held.ref, event: "pay_partial", amount: "450" } as const;
    await service.call("sandboxEvents", { token: held.token, body });
    const order = await track(service, held);
    expect(order).toMatchObject({ status: "on_hold", condition: "partial" });
    expect(order.hold).toMatchObject({ reason: "amount_mismatch", action_by: "client", default: "request_refund" });
    const options = new Map(order.hold?.options.map((option) => [option.action, option]));
    expect([...options.keys()]).toEqual(order.actions);
    const requote = options.get("accept_requote");
    expect(requote).toMatchObject({ from: { amount: "450.000000" } });
    expect(multiplies("450", requote?.effective_rate ?? "", requote?.to?.amount ?? "")).toBe(true);
    const refund = options.get("request_refund");
    const back = Number(refund?.refund_amount) + Number(refund?.fee);
    expect(back).toBe(450);
  });

  test("is in the viewer's language, and keeps the opener's", async () => {
    const held = await executedOrder(service);
    const response = await service.call("exchangeTrack", {
      query: { ref: held.ref },
      token: held.token,
      headers: { "Accept-Language": "ru" },
    });
    expect(response.reply().data).toMatchObject({ status_label: "Ожидает оплаты", language: "en" });
  });

  test("hides operators' notes from customers", async () => {
    const held = await executedOrder(service);
    await service.upstream.context.db.query(
      `insert into order_event (id, order_ref, version, event, to_status, by, actor, note, at)
       values ('ev', $1, 99, 'operator_hold', 'on_hold', 'operator', 'anna', 'looks fishy', now())`,
      [held.ref],
    );
    const response = await service.call("exchangeTrack", { query: { ref: held.ref }, token: held.token });
    expect(response.text).toContain('"by":"operator","note":null');
    expect(response.text).not.toMatch(/fishy|anna"/);
  });

  test("cannot be executed without its details", async () => {
    const draft = await openDraft(service);
    expect((await executeDraft(service, draft)).problem()).toMatchObject({ status: 409, code: "invalid_transition" });
  });
});

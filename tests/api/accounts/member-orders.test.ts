import { beforeEach, describe, expect, test } from "vitest";
import { orderStatuses } from "../../../contract/order/order-states.ts";
import { order } from "../../../upstream/db/schema/orders.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { multiplies } from "../../support/orders/multiplies.ts";
import { executedOrder, openDraft, track } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";

const email = customerEmail;
let service: Exchange;
let anna: Member;

const list = async (query: object = {}) => (await service.call("memberOrders", { query, ...by(anna.token) })).reply();

describe("a member's orders", () => {
  beforeEach(async () => {
    service = await exchange();
  });

  test("include guest orders from before and after sign-up whose emailed link was opened, and nobody else's", async () => {
    const before = await executedOrder(service);
    await openDraft(service);
    await openEmailedLink(service, before.ref);
    anna = await signedUp(service, email);
    const eve = await signedUp(service, "eve@example.com");
    const [after, typed] = [await executedOrder(service), await executedOrder(service)];
    await openEmailedLink(service, after.ref);
    const opened = await service.call("exchangeTrack", { query: { ref: typed.ref }, ...by(anna.token) });
    expect(opened.problem().code).toBe("not_found");
    expect((await list()).data.map(({ ref }) => ref).sort()).toEqual([before.ref, after.ref].sort());
    expect((await service.call("memberOrders", by(eve.token))).reply().meta.total).toBe(0);
    const query = { query: { ref: before.ref } };
    expect((await service.call("exchangeTrack", { ...query, ...by(anna.token) })).reply().data.ref).toBe(before.ref);
    for (const token of [eve.token, "unknown"]) {
      expect((await service.call("exchangeTrack", { ...query, ...by(token) })).problem().code).toBe("not_found");
    }
    expect((await track(service, before)).ref).toBe(before.ref);
  });

  test("can be read and acted on with the owner's session until it ends", async () => {
    const { ref } = await executedOrder(service);
    await openEmailedLink(service, ref);
    anna = await signedUp(service, email);
    const status = () => service.call("ordersStatus", { query: { ref: [ref] }, ...by(anna.token) });
    expect((await status()).reply().data).toMatchObject([{ ref, status: "awaiting_payment" }]);
    const cancelled = await service.call("exchangeCancel", { body: { ref }, ...by(anna.token) });
    expect(cancelled.reply().data.status).toBe("cancelled");
    await service.call("logout", by(anna.token));
    expect((await status()).status).toBe(404);
  });

  test("opened by a member belong to the member from the start", async () => {
    anna = await signedUp(service, email);
    const body = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
    const { data } = (await service.call("exchangeStepOne", { body, ...by(anna.token) })).reply();
    const query = { query: { ref: data.order.ref }, ...by(anna.token) };
    expect((await service.call("exchangeTrack", query)).status).toBe(200);
    expect((await list()).data).toEqual([]);
    expect((await list({ status: ["draft"] })).data).toMatchObject([{ ref: data.order.ref, status: "draft" }]);
  });
});

test("the totals are those of all matching orders, by currency", async () => {
  service = await exchange();
  anna = await signedUp(service, email);
  expect((await list()).meta.totals).toEqual([]);
  const [paid, short] = [await executedOrder(service), await executedOrder(service)];
  for (const { ref } of [paid, short]) await openEmailedLink(service, ref);
  const play = (order: typeof paid, event: "pay_exact" | "pay_partial") =>
    service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event } });
  await play(paid, "pay_exact");
  await play(short, "pay_partial");
  const back = { ref: short.ref, action: "request_refund" } as const;
  await service.call("exchangeProcess", { token: short.token, key: "back", body: back });
  await service.pass(1);
  const { received } = (await track(service, short)).from;
  const got = { asset: "paypal-usd", paid: "0.00", got: paid.order.to.amount, refunded: "0.00" };
  const usdt = { asset: "usdt-trc20", got: "0.000000" };
  const first = { ...usdt, paid: "500.000000", refunded: "0.000000" };
  const sum = (amount: string, change: string) => (Number(amount) + Number(change)).toFixed(6);
  expect((await list({ per_page: "1" })).meta.totals).toEqual([
    { ...usdt, paid: sum(first.paid, received), refunded: sum(received, "-1") },
    got,
  ]);
  expect((await list({ status: ["completed"] })).meta.totals).toEqual([first, got]);
  expect((await list({ q: "nothing like it" })).meta.totals).toEqual([]);
});

describe("emails about orders", () => {
  test("are not sent when the member opted out, except about due payments and decisions", async () => {
    service = await exchange();
    anna = await signedUp(service, email);
    const body = { notifications: { order_email: false } };
    await service.call("memberSettingsProfile", { body, ...by(anna.token) });
    const { ref } = await executedOrder(service);
    await openEmailedLink(service, ref);
    await list();
    await service.call("exchangeCancel", { body: { ref }, ...by(anna.token) });
    const guest = await executedOrder(service);
    await service.call("exchangeCancel", { body: { ref: guest.ref }, token: guest.token });
    const about = (number: string) =>
      service.emails(email).then((emails) => emails.filter(({ id }) => id.startsWith(number)).map(({ kind }) => kind));
    expect(await about(ref)).toEqual(["created"]);
    expect((await about(guest.ref)).sort()).toEqual(["cancelled", "created"]);
  });
});

describe("the order list", () => {
  beforeEach(async () => {
    service = await exchange();
    const { orm } = service.upstream.context.db;
    const held = await executedOrder(service);
    await openEmailedLink(service, held.ref);
    const [row] = await orm.select().from(order);
    if (!row) throw new Error("There is no order");
    const start = row.createdAt.getTime();
    const copies = Array.from({ length: 199 }, (_, at) => ({
      ...row,
      ref: `${held.ref.slice(0, 6)}${String(at).padStart(4, "0")}`,
      payinAddress: null,
      status: at % 4 === 0 ? ("completed" as const) : ("expired" as const),
      payoutAccount: at === 7 ? '=HYPERLINK("http://evil"),%_' : `a${at}@example.com`,
      createdAt: new Date(start - at * 3_600_000 - 1),
    }));
    await orm.insert(order).values(copies);
    anna = await signedUp(service, email);
  });

  test("shows who must act on an order and until when", async () => {
    const { data } = await list({ status: ["awaiting_payment"] });
    expect(data).toMatchObject([{ action_by: null, deadline: expect.stringMatching(/^2026-/) }]);
    const body = { ref: data[0]?.ref ?? "", event: "pay_wrong_asset", amount: "200" } as const;
    await service.call("sandboxEvents", { body, ...by(anna.token) });
    expect((await list({ status: ["on_hold"] })).data).toMatchObject([{ action_by: "operator" }]);
    expect((await list({ status: ["completed"] })).data[0]).toMatchObject({ action_by: null, deadline: null });
  });

  test("has pages, newest or oldest first, without gaps or duplicates", async () => {
    const pages = [];
    for (let page = 1; page <= 7; page += 1) pages.push(await list({ page: String(page), per_page: "30" }));
    expect(pages[0]?.meta).toMatchObject({ page: 1, per_page: 30, total: 200, last_page: 7, has_more: true });
    expect(pages.at(-1)?.meta.has_more).toBe(false);
    const seen = pages.flatMap(({ data }) => data);
    expect(new Set(seen.map(({ ref }) => ref)).size).toBe(200);
    const times = seen.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await list({ sort: "created_at" })).data[0]?.created_at).toBe(times.at(-1));
    expect((await list({ page: "99" })).data).toEqual([]);
  });

  test("counts orders per status, whatever the filter, without drafts", async () => {
    const body = { from: "usdt-trc20", to: "paypal-usd", amount: "500" };
    await service.call("exchangeStepOne", { body, ...by(anna.token) });
    const counted = { draft: 1, awaiting_payment: 1, completed: 50, expired: 149, refunded: 0 };
    const { meta } = await list();
    expect(meta).toMatchObject({ total: 200, by_status: counted });
    expect(Object.keys(meta.by_status).sort()).toEqual([...orderStatuses].sort());
    expect((await list({ status: ["completed"] })).meta).toMatchObject({ total: 50, by_status: counted });
    const matching = (await list({ status: ["completed"], q: "A12@example" })).meta;
    expect(matching).toMatchObject({ total: 1, by_status: { completed: 1, expired: 0, awaiting_payment: 0 } });
  });

  test("filters by status, pair, date and text; % and _ are literal", async () => {
    expect((await list({ status: ["completed"] })).meta.total).toBe(50);
    expect((await list({ status: ["completed", "expired"] })).meta.total).toBe(199);
    expect((await list({ status: ["nonsense"] })).meta.total).toBe(0);
    expect((await list({ pair: "btc_paypal-eur" })).meta.total).toBe(0);
    expect((await list({ from: "2026-11-20T12:00:00Z", to: "2026-11-21T11:30:00Z" })).meta.total).toBe(23);
    expect((await list({ q: "A12@example" })).meta.total).toBe(1);
    expect((await list({ q: "%_" })).meta.total).toBe(1);
    expect((await list({ q: "' or 1=1 --" })).meta.total).toBe(0);
    const [{ ref } = { ref: "" }] = (await list()).data;
    expect((await list({ q: `${ref.slice(0, 4)}-${ref.slice(4).toLowerCase()}` })).data).toMatchObject([{ ref }]);
    const wrong = await service.call("memberOrders", { query: { from: "yesterday" }, ...by(anna.token) });
    expect(refused(wrong).errors).toEqual([{ pointer: "/from", code: "invalid" }]);
  });

  test("exports all matches as CSV, with formulas escaped", async () => {
    const response = await service.call("memberOrders", { query: { format: "csv" }, ...by(anna.token) });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="orders.csv"');
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const lines = response.text.trim().split("\r\n");
    expect(lines).toHaveLength(201);
    const [, , , , sent = "", , , got = "", , rate = ""] = lines[1]?.split(",") ?? [];
    expect(multiplies(sent, rate, got)).toBe(true);
    expect(response.text).toContain(`,"'=HYPERLINK(""http://evil""),%_",`);
    expect(response.text).not.toMatch(/(^|,)"?[=+@-]/m);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { withoutOrderToken } from "../../../app/http/paths/request-url.ts";
import { review } from "../../../upstream/db/schema/index.ts";
import { deleteUnconfirmedReviews } from "../../../upstream/orders/reviews/erase-reviews.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder } from "../../support/orders/order-steps.ts";
import {
  completedOrder,
  confirmKey,
  inRussian,
  praise,
  published,
  rowOf,
  write,
} from "../../support/orders/reviews.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const day = 86_400;
let service: Exchange;

beforeEach(async () => {
  service = await exchange();
});

const list = async (query = {}) => (await service.call("reviewsList", { query })).reply();
const confirm = (token: string) => service.call("reviewsConfirm", { body: { token } });
const ownReview = async ({ ref, token }: { ref: string; token: string }) =>
  (await service.call("reviewsOwn", { query: { ref }, token })).reply().data;

describe("a review", () => {
  test("is public once its customer presses the link in the email, and shows nothing of the order", async () => {
    const order = await completedOrder(service);
    expect((await ownReview(order)).state).toBe("open");
    expect((await write(service, order)).status).toBe(202);
    expect((await list()).data.reviews).toEqual([]);
    expect(await ownReview(order)).toEqual({ state: "waiting", review: praise });

    const token = await confirmKey(service);
    const { id } = (await confirm(token)).reply().data;
    const { data, meta } = await list();
    expect(data.reviews).toEqual([
      {
        id,
        ...praise,
        language: "en",
        pair: { from: "usdt-trc20", to: "paypal-usd" },
        month: "2026-11",
        is_cut: false,
        answer: null,
      },
    ]);
    expect(meta).toEqual({ page: 1, pages: 1, total: 1 });
    const publicText = JSON.stringify(data);
    for (const secret of [order.ref, customerEmail, order.token, token, order.order.from.amount]) {
      expect(publicText).not.toContain(secret);
    }
    expect((await ownReview(order)).state).toBe("published");
  });

  test("is published once, however often and at once its link is used, and then stays as it is", async () => {
    const order = await completedOrder(service);
    await write(service, order);
    const token = await confirmKey(service);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await list()).meta.total).toBe(1);
    expect(refused(await write(service, order, { text: "On second thought…" }))).toEqual({
      status: 409,
      code: "already_reviewed",
    });
  });

  test("replaced before it is published is published by the newest link only", async () => {
    const order = await completedOrder(service);
    await write(service, order);
    const earlier = await confirmKey(service);
    await service.pass(60);
    await write(service, order, { rating: 1, text: "Slow after all." });
    expect(refused(await confirm(earlier))).toEqual({ status: 404, code: "not_found" });
    await confirm(await confirmKey(service));
    expect((await list()).data.reviews).toMatchObject([{ rating: 1, text: "Slow after all." }]);
  });

  test("written by two calls at once is one review", async () => {
    const order = await completedOrder(service);
    await Promise.all([write(service, order), write(service, order), write(service, order)]);
    expect(await service.ctx.db.orm.select().from(review)).toHaveLength(1);
  });

  test("is emailed five times at most", async () => {
    const order = await completedOrder(service);
    for (let count = 0; count < 5; count += 1) await write(service, order, { text: `Text ${count}` });
    expect(refused(await write(service, order))).toMatchObject({ errors: [{ pointer: "/text", code: "too_many" }] });
  });

  test("is refused for an order that has not ended, and to everybody without its token", async () => {
    const order = await executedOrder(service);
    expect(refused(await write(service, order))).toMatchObject({ status: 409, code: "invalid_transition" });
    expect((await ownReview(order)).state).toBe("closed");
    const other = await completedOrder(service);
    expect(refused(await write(service, { ...other, token: order.token }))).toMatchObject({ code: "not_found" });
    expect(refused(await write(service, { ...other, ref: "ZZZZZZZZZZ" }))).toMatchObject({ code: "not_found" });
  });

  test("is refused for a disputed order, also between email and link", async () => {
    const order = await completedOrder(service, "paul@example.com", {
      from: "paypal-usd",
      to: "usdt-trc20",
      amount: "100",
    });
    await write(service, order);
    const token = await confirmKey(service, "paul@example.com");
    await service.call("sandboxEvents", { token: order.token, body: { ref: order.ref, event: "dispute_opened" } });
    expect((await rowOf(service, order.ref)).status).toBe("disputed");
    expect(refused(await confirm(token))).toMatchObject({ code: "invalid_transition" });
    expect(refused(await write(service, order))).toMatchObject({ code: "invalid_transition" });
    expect((await list()).meta.total).toBe(0);
  });

  test.each([
    ["a rating of six", { rating: 6 }, "/rating", "too_long"],
    ["half a star", { rating: 4.5 }, "/rating", "invalid"],
    ["no text", { text: " \n\u200b " }, "/text", "required"],
    ["a long text", { text: "ё".repeat(1001) }, "/text", "too_long"],
    ["a huge text", { text: "x".repeat(20_000) }, "/text", "too_long"],
    ["a long name", { name: "A".repeat(41) }, "/name", "too_long"],
    ["an email as the name", { name: "anna@example.com" }, "/name", "invalid"],
  ])("with %s is refused at its field", async (_, wrong, pointer, code) => {
    const response = await write(service, await completedOrder(service), wrong);
    expect(refused(response)).toMatchObject({ status: 422, errors: [{ pointer, code }] });
    expect(await service.ctx.db.orm.select().from(review)).toEqual([]);
  });

  test("has no link in the log, the queue or the database", async () => {
    const lines: string[] = [];
    service = await exchange({ onLog: (line) => lines.push(line) });
    await write(service, await completedOrder(service));
    const token = await confirmKey(service);
    await confirm(token);
    const signature = token.slice(token.lastIndexOf("-") + 1);
    expect(lines.join("\n")).not.toContain(signature);
    const { rows } = await service.ctx.db.query("select review::text as text from review");
    expect(JSON.stringify(rows)).not.toContain(signature);
  });

  test("that nobody confirms is deleted after the days that the privacy policy names", async () => {
    await write(service, await completedOrder(service));
    await service.pass(13 * day);
    await deleteUnconfirmedReviews(service.ctx);
    expect(await service.ctx.db.orm.select().from(review)).toHaveLength(1);
    await service.pass(2 * day);
    await deleteUnconfirmedReviews(service.ctx);
    expect(await service.ctx.db.orm.select().from(review)).toEqual([]);
  });
});

describe("a link to publish", () => {
  test("has only signs that the site takes from an address", async () => {
    await write(service, await completedOrder(service));
    const { token } = withoutOrderToken(`/En/reviews/confirm?t=${encodeURIComponent(await confirmKey(service))}`);
    expect(token).toBe(await confirmKey(service));
  });

  test("opens nothing with another signature, for another review or for another purpose", async () => {
    const order = await completedOrder(service);
    await write(service, order);
    const token = await confirmKey(service);
    const signature = token.slice(token.lastIndexOf("-") + 1);
    const id = token.slice(0, token.lastIndexOf("-"));
    const forged = [
      "",
      id,
      `${id}-${order.token}`,
      `rv_other-1-${signature}`,
      `${id.replace(/1$/, "2")}-${signature}`,
      `${token}x`,
    ];
    for (const wrong of forged) expect(refused(await confirm(wrong))).toEqual({ status: 404, code: "not_found" });
    expect((await list()).meta.total).toBe(0);
  });
});

describe("the public list", () => {
  test("counts every rating, and is narrowed by stars, criticism, answer and language", async () => {
    await published(service, { rating: 5 });
    await published(service, { rating: 2, text: "Долго." }, inRussian);
    await published(service, { rating: 1 });
    const texts = async (query: object) => (await list(query)).data.reviews.map(({ rating }) => rating);
    expect((await list()).data.summary).toMatchObject({
      total: 3,
      by_stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: stars === 5 || stars < 3 ? 1 : 0 })),
      negative: 2,
      answered: 0,
      average: null,
    });
    expect(await texts({})).toEqual([1, 2, 5]);
    expect(await texts({ stars: 5 })).toEqual([5]);
    expect(await texts({ show: "negative" })).toEqual([1, 2]);
    expect(await texts({ show: "answered" })).toEqual([]);
    expect(await texts({ language: "ru" })).toEqual([2]);
    expect((await list({ stars: 5 })).data.summary.total).toBe(3);
    for (const wrong of [{ stars: 6 }, { page: 0 }, { show: "nice" }, { language: "de" }]) {
      expect((await service.ask("reviewsList", { query: wrong })).status).toBe(422);
    }
  });

  test("has pages of twenty, and an average from twenty reviews on", async () => {
    const id = await published(service);
    const copy = (count: number) => `insert into exchange_order select (jsonb_populate_record(o, jsonb_build_object(
        'ref', 'COPY' || lpad(n::text, 6, '0'), 'payin_address', null))).* from exchange_order o, generate_series(1, ${count}) n;
      insert into review select (jsonb_populate_record(r, jsonb_build_object('id', 'rv_' || n, 'rating', 4,
        'order_ref', 'COPY' || lpad(n::text, 6, '0')))).* from review r, generate_series(1, ${count}) n where r.id = '${id}'`;
    for (const statement of copy(19).split(";")) await service.ctx.db.query(statement);
    const first = await list();
    expect(first.meta).toEqual({ page: 1, pages: 1, total: 20 });
    expect(first.data.summary.average).toBe("4.0");
    await published(service);
    expect((await list({ page: 2 })).data.reviews).toHaveLength(1);
    expect((await list({ page: 3 })).data.reviews).toEqual([]);
  });

  test("shows on the home page one of fewer than four stars among the first three, and the reader's language first", async () => {
    await published(service, { rating: 3, text: "So so." });
    for (let count = 0; count < 5; count += 1) await published(service);
    await published(service, { text: "Быстро." }, inRussian);
    const slides = async (sent = {}) => (await service.call("reviewsHighlights", sent)).reply().data.reviews;
    expect((await slides()).map(({ rating }) => rating)).toEqual([5, 3, 5, 5, 5]);
    const russian = await slides(inRussian);
    expect(russian.map(({ rating }) => rating)).toEqual([5, 3, 5, 5, 5]);
    expect(russian[0]).toMatchObject({ language: "ru", text: "Быстро." });
  });
});

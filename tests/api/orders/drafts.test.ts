import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { order } from "../../../upstream/db/schema/orders.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import { changePair, pairId, pairRules as rules } from "../../support/orders/market-changes.ts";
import { type DraftInput, executedOrder, openDraft, usdtToPaypal } from "../../support/orders/order-steps.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

let service: Exchange;
const details = {
  ...detailsOf(usdtToPaypal),
  payout: { account: "Anna@Mail.com", memo: null, extra: { full_name: "Anna Payee" } },
  email: "anna@example.com",
};

beforeEach(async () => {
  service = await exchange({ jobs: "by hand" });
});

describe("the amount step", () => {
  test("opens a draft with a held quote, its token and the required fields", async () => {
    const response = await service.call("exchangeStepOne", {
      body: usdtToPaypal,
      headers: { "Accept-Language": "ru" },
    });
    const { data } = response.reply();
    expect(data.order).toMatchObject({
      pair: pairId,
      status: "draft",
      version: 1,
      language: "ru",
      from: { asset: "usdt-trc20", amount: "500.000000", received: "0.000000" },
      quote_expires_at: "2026-11-21T12:15:00.000Z",
      expires_at: null,
    });
    expect(data.order.timeline).toMatchObject([{ status: "draft", by: "client", at: "2026-11-21T12:00:00.000Z" }]);
    expect(data.fields.map(({ name }) => name)).toEqual([
      "payout.account",
      "payout.extra.full_name",
      "refund.account",
      "email",
    ]);
    expect(data.order.fields).toEqual(data.fields);
    expect(data.fields.map(({ max_length }) => max_length)).toEqual([254, 120, 500, 254]);
    expect(data.order.due).toBeNull();
    expect(data.rules).toEqual(rules.map((code) => ({ code, must_accept: true })));
    expect(data.token.length).toBeGreaterThanOrEqual(26);
  });

  test("applies a promo code to the quote", async () => {
    const { order: plain } = await open();
    const { order: better } = await open({ promo: "welcome5" });
    expect(better.promo?.code).toBe("WELCOME5");
    expect(Number(better.to.amount)).toBeGreaterThan(Number(plain.to.amount));
  });

  test("ignores an unknown partner's code", async () => {
    expect((await open({ partner: "ANNA7", partner_at: "never" })).order.partner).toBeNull();
    expect((await open({ partner: "<script>" })).order.partner).toBeNull();
  });

  test.each([
    [{ amount: "" }, [{ pointer: "/amount", code: "required" }]],
    [{ amount: "0" }, [{ pointer: "/amount", code: "amount_zero" }]],
    [{ amount: "-1" }, [{ pointer: "/amount", code: "amount_zero" }]],
    [{ amount: "1e3" }, [{ pointer: "/amount", code: "amount_format" }]],
    [{ amount: "1.0000001" }, [{ pointer: "/amount", code: "amount_decimals", meta: { decimals: "6" } }]],
    [{ amount: "9".repeat(60) }, [{ pointer: "/amount", code: "amount_huge" }]],
    [{ amount: "1" }, [{ pointer: "/amount", code: "below_min", meta: { min: "20.000000", max: "5000.000000" } }]],
    [{ amount: "5001" }, [{ pointer: "/amount", code: "above_max", meta: { min: "20.000000", max: "5000.000000" } }]],
    [{ to: "doge" }, [{ pointer: "/to", code: "pair_unknown" }]],
    [{ promo: "NOBODY" }, [{ pointer: "/promo", code: "promo_unknown" }]],
    [{ amount: "50", promo: "WELCOME5" }, [{ pointer: "/promo", code: "promo_min_amount", meta: { min: "100" } }]],
  ])("refuses %o with a code for its field", async (change, errors) => {
    const response = await service.call("exchangeStepOne", { body: { ...usdtToPaypal, ...change } });
    expect(refused(response)).toEqual({ status: 422, code: "validation_failed", errors });
    expect(await service.ctx.db.orm.select().from(order)).toEqual([]);
  });

  test("reports an invalid amount and promo code at once", async () => {
    const body = { ...usdtToPaypal, amount: "1", promo: "NOBODY" };
    const { errors } = refused(await service.call("exchangeStepOne", { body }));
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/amount", "/promo"]);
  });

  test("refuses a paused pair, and more than the reserve can pay", async () => {
    await changePair(service, { maxFrom: 90_000_000000n });
    const tooMuch = await service.call("exchangeStepOne", { body: { ...usdtToPaypal, amount: "80000" } });
    expect(refused(tooMuch)).toEqual({ status: 409, code: "reserve_insufficient" });
    await changePair(service, { status: "paused" });
    const paused = await service.call("exchangeStepOne", { body: usdtToPaypal });
    expect(refused(paused)).toEqual({ status: 503, code: "pair_paused" });
  });
});

describe("the details step", () => {
  test("stores the details in canonical form, each time they are sent", async () => {
    const { ref, token } = await open();
    const first = await giveDetails(ref, token, { ...details, email: "other@example.com" });
    expect(first.status).toBe(200);
    const view = (await giveDetails(ref.toLowerCase(), token, details)).reply().data;
    expect(view).toMatchObject({
      payout: { account: "Anna@mail.com", extra: { full_name: "Anna Payee" } },
      refund: { account: details.refund?.account },
      email: "anna@example.com",
      version: 3,
    });
    expect(view.actions).toContain("confirm");
  });

  test("reports all invalid fields at once and stores nothing", async () => {
    const { ref, token } = await open();
    const wrong = {
      payout: { account: "nobody", extra: {} },
      refund: { account: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" },
      email: "a@b",
    };
    expect(refused(await giveDetails(ref, token, wrong))).toEqual({
      status: 422,
      code: "validation_failed",
      errors: [
        { pointer: "/payout/account", code: "email_format" },
        { pointer: "/payout/extra/full_name", code: "required" },
        { pointer: "/refund/account", code: "address_network", meta: { network: "tron" } },
        { pointer: "/email", code: "email_format" },
      ],
    });
    const [row] = await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref));
    expect(row).toMatchObject({ version: 1, email: null });
  });

  test("requires the order token", async () => {
    const { ref } = await open();
    const { token } = await open();
    for (const response of [
      await giveDetails(ref, token),
      await giveDetails(ref, undefined, details),
      await giveDetails("0".repeat(10), token, details),
    ])
      expect(refused(response)).toEqual({ status: 404, code: "not_found" });
  });

  test("is refused once the order is executed, with the possible actions", async () => {
    const { ref, token } = await executedOrder(service);
    const answer = (await giveDetails(ref, token)).problem();
    expect(answer).toMatchObject({
      code: "invalid_transition",
      current_status: "awaiting_payment",
      actions: ["cancel"],
    });
  });
});

const open = (input: DraftInput = {}) => openDraft(service, input);

function giveDetails(ref: string, token: string | undefined, body: object = details) {
  return service.ask("exchangeStepTwo", { body: { ref, ...body }, ...(token ? { token } : {}) });
}

import { beforeEach, describe, expect, test } from "vitest";
import { promo } from "../../../upstream/db/schema/market.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const promoQuery = { code: "welcome5", from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;
let service: Exchange;

beforeEach(async () => {
  service = await exchange({ jobs: "by hand" });
});

describe("a promo code", () => {
  test("that applies shows its benefit", async () => {
    const answer = await validate(promoQuery);
    expect(answer).toMatchObject({
      code: "WELCOME5",
      valid: true,
      kind: "rate_bonus_bps",
      value: "10",
      min_from: "100",
      uses_left: null,
      reason: null,
    });
    expect(answer.effect?.asset).toBe("paypal-usd");
    // A thousandth of the payout, rounded down.
    expect(answer.effect?.to_delta).toMatch(/^0\.4[789]$/);
  });

  test("gives the same result from the receive side", async () => {
    const answer = await validate({ ...promoQuery, amount: "480.00", side: "to" });
    expect(answer.effect?.to_delta).toMatch(/^0\.4[789]$/);
  });

  test("that is unknown is a normal reply, not an error", async () => {
    for (const code of ["NOBODY", "", "'; drop table promo; --"])
      expect(await validate({ ...promoQuery, code })).toMatchObject({
        valid: false,
        kind: null,
        effect: null,
        reason: "unknown",
      });
  });

  test("below its minimum shows the minimum", async () => {
    const answer = await validate({ ...promoQuery, amount: "99" });
    expect(answer).toMatchObject({ valid: false, reason: "min_amount", min_from: "100" });
  });

  test("for another pair shows only that", async () => {
    const answer = await validate({ ...promoQuery, from: "btc", amount: "0.01" });
    expect(answer).toMatchObject({ valid: false, reason: "pair", min_from: null });
  });

  test.each([
    ["fee_discount_percent", "100", "2.4"],
    ["fixed_bonus", "5", "5.00"],
  ] as const)("of kind %s is priced as in an order", async (kind, value, delta) => {
    const row = { code: "OTHER", kind, value, pairs: [], createdAt: service.ctx.clock.now() };
    await service.ctx.db.orm.insert(promo).values(row);
    const answer = await validate({ ...promoQuery, code: "OTHER" });
    expect(answer.effect?.to_delta.startsWith(delta)).toBe(true);
  });
});

test("a code cannot be checked without an exchange", async () => {
  const answers = await Promise.all([
    service.call("promoValidate", { body: { ...promoQuery, amount: "0" } }),
    service.call("promoValidate", { body: { ...promoQuery, to: "doge" } }),
    service.ask("promoValidate", { body: { code: "WELCOME5" } }),
  ]);
  expect(answers.map(refused)).toEqual([
    { status: 422, code: "validation_failed", errors: [{ pointer: "/amount", code: "amount_zero" }] },
    { status: 422, code: "validation_failed", errors: [{ pointer: "/to", code: "pair_unknown" }] },
    {
      status: 422,
      code: "validation_failed",
      errors: ["/from", "/to", "/amount"].map((pointer) => ({ pointer, code: "required" })),
    },
  ]);
});

async function validate(body: { [Key in keyof typeof promoQuery]: string }) {
  const response = await service.ask("promoValidate", { body });
  return response.reply().data;
}

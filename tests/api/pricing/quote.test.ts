import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Quote } from "../../../contract/market/quote.ts";
import { asset, pair, promo, referenceRate } from "../../../upstream/db/schema/market.ts";
import { pushSandboxRate } from "../../../upstream/market/rates/sandbox.ts";
import { priceFrom } from "../../../upstream/market/rules/pricing.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";

const usdt = { from: "usdt-trc20", to: "paypal-usd", amount: "500", side: "from" } as const;
const pairId = "usdt-trc20_paypal-usd";
let service: Exchange;

const fresh = async () => {
  service = await exchange({ jobs: "by hand" });
};

describe("a quote", () => {
  beforeAll(fresh);

  test("shows amounts, fees and cost", async () => {
    const response = await service.call("exchangeQuote", { query: usdt });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=5");
    const { data } = response.reply();
    expect(data).toMatchObject({
      pair: pairId,
      side: "from",
      from: { asset: "usdt-trc20", amount: "500.000000" },
      adjusted: false,
      warnings: [],
    });
    expect(minor(data.to.amount)).toBe(expected(data.rate).toAmount);
    expect(data.fees).toEqual([{ kind: "service", amount: text(expected(data.rate).serviceFee), asset: "paypal-usd" }]);
    expect(data).toMatchObject({ min_from: "20.000000", max_from: "5000.000000", reserve_ok: true, promo: null });
    expect(data.as_of).toBe("2026-11-21T12:00:00.000Z");
  });

  test("from the receive side gives at least the requested amount for the smallest payment", async () => {
    const data = await quote({ ...usdt, amount: "480.00", side: "to" });
    expect(minor(data.to.amount)).toBeGreaterThanOrEqual(480_00n);
    const less = BigInt(data.from.amount.replace(".", "")) - 1n;
    expect(expected(data.rate, less).toAmount).toBeLessThan(480_00n);
  });

  test.each([
    ["19.999999", "from", { from: { amount: "20.000000" }, warnings: [{ code: "below_min", min: "20.000000" }] }],
    ["5000.000001", "from", { from: { amount: "5000.000000" }, warnings: [{ code: "above_max", max: "5000.000000" }] }],
    ["1", "to", { from: { amount: "20.000000" } }],
    ["9999", "to", { from: { amount: "5000.000000" } }],
  ])("of %s on side %s is moved to the nearest limit", async (amount, side, expected) => {
    expect(await quote({ ...usdt, amount, side })).toMatchObject({ ...expected, adjusted: true });
  });

  test("reports limits on the entered side, and accepts them", async () => {
    const { warnings } = await quote({ ...usdt, amount: "1", side: "to" });
    const [{ min = "" } = {}] = warnings;
    expect(await quote({ ...usdt, amount: min, side: "to" })).toMatchObject({ to: { amount: min }, adjusted: false });
  });
});

describe("a quote on a changing market", () => {
  beforeEach(fresh);

  test("follows the market", async () => {
    const before = await quote(usdt);
    const { db, market, clock } = service.ctx;
    await db.transaction((tx) => pushSandboxRate(tx, pairId, -200, clock.now()));
    market.changed();
    expect(minor((await quote(usdt)).to.amount)).toBeLessThan(minor(before.to.amount));
  });

  test("is given with a warning when the reserve is too low", async () => {
    await service.ctx.db.orm.update(pair).set({ maxFrom: 90_000_000000n }).where(eq(pair.id, pairId));
    expect(await quote({ ...usdt, amount: "80000" })).toMatchObject({
      reserve_ok: false,
      warnings: [{ code: "reserve_low" }],
    });
  });
});

describe("a promo code in a quote", () => {
  beforeAll(fresh);

  test("increases the payout, in any letter case", async () => {
    const plain = await quote(usdt);
    const better = await quote({ ...usdt, promo: " welcome5" });
    const gain = text(minor(better.to.amount) - minor(plain.to.amount));
    expect(better.promo).toEqual({ code: "WELCOME5", kind: "rate_bonus_bps", bonus: gain, gain, cashback: null });
    expect(better.promo?.bonus).not.toBe("0.00");
  });

  test.each([
    ["NOBODY", usdt, "unknown"],
    ["WELCOME5", { ...usdt, amount: "99.999999" }, "min_amount"],
    ["WELCOME5", { ...usdt, from: "btc", amount: "0.01" }, "pair"],
  ])("%s without effect changes nothing and states the reason", async (code, query, reason) => {
    const data = await quote({ ...query, promo: code });
    expect(data).toMatchObject({ promo: null, warnings: [{ code: "promo_invalid", reason }] });
  });

  test("that has ended or is used up has no effect", async () => {
    const { db, clock } = service.ctx;
    await db.orm.update(promo).set({ usesLeft: 0 });
    expect((await quote({ ...usdt, promo: "WELCOME5" })).warnings).toEqual([{ code: "promo_invalid", reason: "used" }]);
    await db.orm.update(promo).set({ expiresAt: clock.now() });
    const { warnings } = await quote({ ...usdt, promo: "WELCOME5" });
    expect(warnings).toEqual([{ code: "promo_invalid", reason: "expired" }]);
  });
});

describe("a quote is refused", () => {
  beforeAll(fresh);

  test.each([
    ["", { code: "required" }],
    ["0", { code: "amount_zero" }],
    ["0.000", { code: "amount_zero" }],
    ["-5", { code: "amount_zero" }],
    ["1e9", { code: "amount_format" }],
    ["abc", { code: "amount_format" }],
    ["1,5", { code: "amount_format" }],
    ["1 000", { code: "amount_format" }],
    [".5", { code: "amount_format" }],
    [`1.${"1".repeat(40)}`, { code: "amount_decimals", meta: { decimals: "6" } }],
    ["9".repeat(33), { code: "amount_huge" }],
    ["9".repeat(190), { code: "amount_huge" }],
    ["9".repeat(201), { code: "too_long", meta: { max: "200" } }],
  ])("for the amount %j", async (amount, error) => {
    expect(refused(await ask({ ...usdt, amount }))).toEqual({
      status: 422,
      code: "validation_failed",
      errors: [{ pointer: "/amount", ...error }],
    });
  });

  test("with too many decimals on the entered side", async () => {
    expect(refused(await ask({ ...usdt, amount: "480.001", side: "to" })).errors).toEqual([
      { pointer: "/amount", code: "amount_decimals", meta: { decimals: "2" } },
    ]);
  });

  test.each([
    [{ ...usdt, from: "doge" }, "/from"],
    [{ ...usdt, to: "doge" }, "/to"],
    [{ ...usdt, to: "usdt-trc20" }, "/to"],
    [{ from: "trx", to: "btc", amount: "100", side: "from" }, "/from"],
    [{ from: "paypal-usd", to: "paypal-eur", amount: "100", side: "from" }, "/to"],
  ])("for an unknown pair: %o", async (query, pointer) => {
    expect(refused(await ask(query)).errors).toEqual([{ pointer, code: "pair_unknown" }]);
  });

  test("for an invalid side or missing fields", async () => {
    expect(refused(await ask({ ...usdt, side: "both" })).errors).toEqual([{ pointer: "/side", code: "invalid" }]);
    expect(refused(await service.call("exchangeQuote")).errors).toEqual([
      { pointer: "/from", code: "required" },
      { pointer: "/to", code: "required" },
      { pointer: "/amount", code: "required" },
    ]);
  });
});

describe("a quote is unavailable", () => {
  beforeEach(fresh);

  test("while the pair is paused, in maintenance or lacks an asset", async () => {
    const { db, market } = service.ctx;
    const paused = { status: 503, code: "pair_paused" };
    for (const status of ["paused", "maintenance"] as const) {
      await db.orm.update(pair).set({ status }).where(eq(pair.id, pairId));
      market.changed();
      expect(refused(await ask(usdt))).toEqual(paused);
    }
    await db.orm.update(pair).set({ status: "active" }).where(eq(pair.id, pairId));
    await db.orm.update(asset).set({ sendEnabled: false }).where(eq(asset.id, "paypal-usd"));
    market.changed();
    expect(refused(await ask(usdt))).toEqual(paused);
  });

  test("without a reference rate", async () => {
    await service.ctx.db.orm.delete(referenceRate).where(eq(referenceRate.pairId, pairId));
    service.ctx.market.changed();
    expect(refused(await ask(usdt))).toEqual({ status: 503, code: "pair_paused" });
  });
});

const ask = (query: object = {}) => service.call("exchangeQuote", { query });

async function quote(query: object): Promise<Quote> {
  return (await ask(query)).reply().data;
}

function expected(rate: string, fromAmount = 500_000_000n) {
  const scales = { fromDecimals: 6, toDecimals: 2 };
  return priceFrom({ ...scales, rate, fromAmount, serviceBps: 50, payoutFee: 0n, bonusBps: 0, fixedBonus: 0n });
}

const minor = (dollars: string) => BigInt(dollars.replace(".", ""));
const text = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

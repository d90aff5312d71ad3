import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { reward } from "../../../upstream/db/schema/affiliates.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { demoPairs } from "../../../upstream/market/demo/demo-market.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { joined } from "../../support/affiliates/partners.ts";
import { verifyButSettling } from "../../support/ledger/own-money.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import { acceptTerms, executedOrder, track } from "../../support/orders/order-steps.ts";
import { completedOrder } from "../../support/orders/reviews.ts";
import { queryPastTriggers } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";

// A sweep of USDT on TRON costs 3.81 dollars at this rate of TRX, and the pair earns 3.9 percent.
const pairId = "usdt-trc20_paypal-usd";
const sweep = 3.81;
let service: Exchange;
beforeEach(async () => {
  service = await exchange({ settings: { PRICE_FLOOR: "on" } });
  await command("rates fee", { asset: "trx", rate: "1.525", anyway: "yes" });
  service.ctx.market.changed();
});

const command = (name: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command: name, args: { reason: "a test", ...args }, operator: { name: "anna" } });
const shownPair = async () => {
  service.ctx.market.changed();
  return (await service.call("exchangePairs")).reply().data.pairs.find(({ id }) => id === pairId);
};
const direction = { from: "usdt-trc20", to: "paypal-usd", side: "from" } as const;
const quote = async (amount: string, promo?: string) =>
  (await service.call("exchangeQuote", { query: { ...direction, amount, ...(promo && { promo }) } })).reply().data;
const opened = (amount: string, promo?: string) =>
  service.call("exchangeStepOne", { body: { ...direction, amount, ...(promo && { promo }) } });
const promo = (kind: string, value: string) =>
  command("promo add", { code: "SALE", kind, value, pairs: pairId, uses: "10", anyway: "yes" });
/** What an exchange earns at the reference rate, in dollars, before its costs. */
const income = ({ from, to, reference_rate }: Awaited<ReturnType<typeof quote>>) =>
  Number(from.amount) * Number(reference_rate) - Number(to.amount);

describe("the minimum of a pair", () => {
  test("rises to the amount that earns the sweep of its payment, and is published", async () => {
    const pair = await shownPair();
    expect(Number(pair?.min_from)).toBeGreaterThan(95);
    expect(Number(pair?.min_from)).toBeLessThan(105);
    const data = await quote("20");
    expect(data).toMatchObject({ min_from: pair?.min_from, from: { amount: pair?.min_from }, adjusted: true });
    expect(data.warnings).toContainEqual({ code: "below_min", min: pair?.min_from });
    expect(income(data)).toBeGreaterThanOrEqual(sweep - 0.01);
    expect((await opened("20")).problem().errors).toMatchObject([
      { pointer: "/amount", code: "below_min", meta: { min: pair?.min_from } },
    ]);
    expect((await opened(pair?.min_from ?? "")).status).toBe(201);
  });

  test("of every pair of the demo market is the one that is set, at what its networks take", async () => {
    service = await exchange({ settings: { PRICE_FLOOR: "on", FEES_FOLLOW_NETWORK: "on" } });
    const { pairs } = (await service.call("exchangePairs")).reply().data;
    const { assets } = await service.ctx.market.snapshot();
    expect(pairs).toHaveLength(demoPairs.length);
    for (const { id, status, min_from } of pairs) {
      const row = demoPairs.find((pair) => pair.id === id);
      expect([id, status, min_from]).toEqual([
        id,
        "active",
        formatDecimal(row?.minFrom ?? 0n, assets.find((asset) => asset.id === row?.from)?.decimals ?? 0),
      ]);
    }
  });

  test("stays as set where that earns it, and with PRICE_FLOOR=off", async () => {
    expect((await shownPair())?.max_from).toBe("5000.000000");
    expect(await command("pairs set", { pair: pairId, min_from: "150", anyway: "yes" })).toMatchObject({ ok: true });
    expect((await shownPair())?.min_from).toBe("150.000000");
    service = await exchange();
    expect((await shownPair())?.min_from).toBe("20.000000");
  });

  test("counts what the payment service takes", async () => {
    const before = Number((await shownPair())?.min_from);
    const costs = { asset: "paypal-usd", cost_out: "1", cost_out_bps: "100" };
    expect(await command("assets set", costs)).toMatchObject({ ok: true });
    expect(Number((await shownPair())?.min_from)).toBeGreaterThan(before * 1.6);
    expect(await command("assets set", { asset: "paypal-usd", cost_out: "0.5" })).toMatchObject({ ok: false });
  });

  test("has no value where no amount earns its costs: the pair pauses and `today` says why", async () => {
    expect(await command("assets set", { asset: "paypal-usd", cost_out_bps: "500" })).toMatchObject({ ok: true });
    expect((await shownPair())?.status).toBe("paused");
    expect((await opened("500")).problem().code).toBe("pair_paused");
    expect(await command("today", {})).toMatchObject({
      data: {
        below_break_even: expect.arrayContaining([
          expect.objectContaining({ pair: pairId, break_even: "never", effect: "paused" }),
        ]),
      },
    });
  });

  test("is unknown while the coin of a network has no rate: the pair pauses until it has one", async () => {
    await service.ctx.db.orm.execute(sql`delete from setting where name = 'fee_rates'`);
    expect((await shownPair())?.status).toBe("paused");
    expect(await command("rates fee", { asset: "trx", rate: "1.5", anyway: "yes" })).toMatchObject({ ok: true });
    expect((await shownPair())?.status).toBe("active");
  });
});

describe("a promo code", () => {
  test.each([
    ["rate_bonus_bps", "900"],
    ["fixed_bonus", "40"],
    ["fee_discount_percent", "100"],
  ])("%s %s gives at most what the exchange leaves", async (kind, value) => {
    expect(await promo(kind, value)).toMatchObject({ ok: true });
    const data = await quote("110", "SALE");
    expect(data.promo?.code).toBe("SALE");
    expect(Number(data.promo?.gain)).toBeGreaterThan(0);
    expect(income(data)).toBeGreaterThanOrEqual(sweep - 0.01);
    expect(income(data)).toBeLessThan(sweep + 0.02);
  });

  test("that can give nothing at an amount is refused beside its field, with its reason", async () => {
    expect(await promo("rate_bonus_bps", "100")).toMatchObject({ ok: true });
    // The break-even amount leaves nothing.
    const min = (await shownPair())?.min_from ?? "";
    const data = await quote(min, "SALE");
    expect(data).toMatchObject({ promo: null, to: (await quote(min)).to });
    expect(data.warnings).toContainEqual({ code: "promo_invalid", reason: "no_margin" });
    const checked = await service.call("promoValidate", { body: { ...direction, amount: min, code: "SALE" } });
    expect(checked.reply().data).toMatchObject({ valid: false, reason: "no_margin" });
    expect((await opened(min, "SALE")).problem().errors).toEqual([{ pointer: "/promo", code: "promo_no_margin" }]);
    expect(income(await quote("200", "SALE"))).toBeLessThan(income(await quote("200")));
  });

  test("that a new price of a draft has left nothing for is not counted again with the email", async () => {
    expect(await promo("rate_bonus_bps", "100")).toMatchObject({ ok: true });
    const min = (await shownPair())?.min_from ?? "";
    const { order, token } = (await opened(min)).reply().data;
    await service.ctx.db.query("update exchange_order set promo_refused = $2 where ref = $1", [
      order.ref,
      { code: "SALE", reason: "no_margin" },
    ]);
    const details = { ref: order.ref, ...detailsOf({ from: order.from.asset, to: order.to.asset }) };
    const draft = (await service.call("exchangeStepTwo", { body: details, token })).reply().data;
    expect(draft).toMatchObject({ promo: null, promo_refused: { code: "SALE", reason: "no_margin" } });
    expect(await verify(service.ctx.db)).toEqual([]);
  });

  test("of cashback credits at most what the exchange leaves, as it was shown, and `ledger verify` agrees", async () => {
    expect(await promo("cashback_percent", "50")).toMatchObject({ ok: true });
    const anna = await signedUp(service, "anna@example.com");
    const body = { ...direction, amount: "200", promo: "SALE" };
    const { order, token } = (await service.call("exchangeStepOne", { body, ...by(anna.token) })).reply().data;
    const cashback = order.promo?.cashback?.amount ?? "0";
    // 200 USDT earn 7.79 dollars, and the sweep costs 3.81.
    expect(Number(cashback)).toBeGreaterThan(3.9);
    expect(Number(cashback)).toBeLessThan(4.01);
    const details = { ref: order.ref, ...detailsOf({ from: order.from.asset, to: order.to.asset }), email: anna.email };
    const draft = (await service.call("exchangeStepTwo", { body: details, token, ...by(anna.token) })).reply().data;
    await acceptTerms(service, { ref: order.ref, token, order: draft });
    const execute = { body: { ref: order.ref, pay_with: "crypto_address" } as const, key: order.ref, token };
    (await service.call("exchangeExecute", { ...execute, ...by(anna.token) })).reply();
    await service.call("sandboxEvents", { body: { ref: order.ref, event: "pay_exact" }, token });
    expect(await track(service, { ref: order.ref, token })).toMatchObject({
      status: "completed",
      promo: { cashback: { amount: cashback } },
    });
    expect(await figures(service, anna)).toMatchObject({ posted: cashback });
    expect(await verifyButSettling(service.ctx.db)).toEqual([]);
  });
});

describe("an order", () => {
  test("keeps the costs of its quote, and `ledger verify` recomputes its price from them", async () => {
    expect(await promo("rate_bonus_bps", "900")).toMatchObject({ ok: true });
    const { ref } = await completedOrder(service, "anna@example.com", { amount: "110", promo: "SALE" });
    const set = (terms: string) =>
      queryPastTriggers(`update exchange_order set cost_terms = cost_terms || '${terms}' where ref = '${ref}'`);
    expect(await verify(service.ctx.db)).toEqual([]);
    await set('{"payin": "500"}');
    expect(await verify(service.ctx.db)).toMatchObject([{ check: "amounts_follow_from_the_terms", subject: ref }]);
    await set('{"reference": "0.5"}');
    expect(await verify(service.ctx.db)).toContainEqual(
      expect.objectContaining({ check: "costs_of_orders_are_at_their_reference_rate", subject: ref }),
    );
  });

  test("that is paid short is offered a price within the costs of that moment", async () => {
    const { ref, token } = await executedOrder(service, { amount: "500" });
    await service.call("sandboxEvents", { body: { ref, event: "pay_partial", amount: "110" }, token });
    const { rows } = await service.ctx.db.query("select hold_offer from exchange_order where ref = $1", [ref]);
    expect(rows[0]?.hold_offer).toMatchObject({ fromAmount: "110000000", costTerms: { bps: 0 } });
    const { toAmount } = Object(rows[0]?.hold_offer);
    expect(110 * 0.999 - Number(toAmount) / 100).toBeGreaterThanOrEqual(sweep - 0.02);
  });

  test("into the member's wallet has no cost of the payout, and has it again when it leaves", async () => {
    const anna = await signedUp(service, "anna@example.com");
    const body = { from: "paypal-usd", to: "usdt-trc20", amount: "100" } as const;
    const { order, token } = (await service.call("exchangeStepOne", { body, ...by(anna.token) })).reply().data;
    const details = { ref: order.ref, ...detailsOf({ from: "paypal-usd", to: "usdt-trc20" }), email: anna.email };
    const stored = async (payout: typeof details.payout | { wallet: true }) => {
      const response = await service.call("exchangeStepTwo", {
        body: { ...details, payout },
        token,
        ...by(anna.token),
      });
      const [row] = (await service.ctx.db.query("select * from exchange_order where ref = $1", [order.ref])).rows;
      return { arrives: Number(response.reply().data.to.amount), costs: row?.cost_terms };
    };
    const intoWallet = await stored({ wallet: true });
    expect(intoWallet.costs).toMatchObject({ payout: "0" });
    const leaves = await stored(details.payout);
    expect(leaves.costs).toMatchObject({ payout: expect.stringMatching(/^38\d{5}$/) });
    expect(intoWallet.arrives).toBeGreaterThan(leaves.arrives);
    expect(await verify(service.ctx.db)).toEqual([]);
  });
});

test("a partner's reward is a part of the profit after the sweep", async () => {
  const anna = await joined(service, "anna@example.com");
  const { ref } = await completedOrder(service, "customer@example.com", { amount: "500", partner: anna.code });
  const [row] = await service.ctx.db.orm.select().from(reward).where(eq(reward.orderRef, ref));
  // 500 USDT earn 19.46 dollars, and the sweep costs 3.81.
  expect(Number(row?.otherCosts) / 1e6).toBeCloseTo(sweep, 1);
  expect(Number(row?.base) / 1e6).toBeCloseTo(19.46 - sweep, 0);
  expect(await verify(service.ctx.db)).toEqual([]);
});

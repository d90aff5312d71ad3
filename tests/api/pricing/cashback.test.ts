import { beforeEach, describe, expect, test } from "vitest";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { verifyButSettling } from "../../support/ledger/own-money.ts";
import { detailsOf } from "../../support/orders/example-customer.ts";
import { acceptTerms, type OpenedOrder, paypalToUsdt, track, usdtToPaypal } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";

const settleSeconds = 600;
const code = "BACK2";
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  service = await exchange({ policy: { settleSeconds } });
  anna = await signedUp(service, "anna@example.com");
  const args = { code, kind: "cashback_percent", value: "2", anyway: "yes", reason: "campaign" };
  expect(await operator("promo add", args)).toMatchObject({ ok: true });
});

const operator = (command: string, args: Record<string, string> = {}) =>
  runCommand(service.ctx, { command, args, operator: { name: "anna" } });

/** The member's order with the code, executed and paid. */
async function paid(input: { from: string; to: string; amount: string } = usdtToPaypal): Promise<OpenedOrder> {
  const opened = (
    await service.call("exchangeStepOne", { body: { ...input, promo: code }, ...by(anna.token) })
  ).reply();
  const { order, token } = opened.data;
  const details = detailsOf({ from: order.from.asset, to: order.to.asset });
  const body = { ref: order.ref, ...details, email: anna.email };
  const detailed = (await service.call("exchangeStepTwo", { body, token, ...by(anna.token) })).reply().data;
  const draft = { ref: order.ref, token, order: detailed };
  await acceptTerms(service, draft);
  const pay_with = input.from === "paypal-usd" ? "paypal_invoice" : "crypto_address";
  const executed = { body: { ref: order.ref, pay_with } as const, key: order.ref, token };
  (await service.call("exchangeExecute", { ...executed, ...by(anna.token) })).reply();
  await simulate(draft, "pay_exact");
  return draft;
}

const simulate = ({ ref, token }: OpenedOrder, event: "pay_exact" | "dispute_opened" | "dispute_lost") =>
  service.call("sandboxEvents", { body: { ref, event }, token });

describe("a cashback code", () => {
  test("is shown with its amount in answer, quote, order, receipt and email, and credited at completion", async () => {
    const { data: answer } = (
      await service.call("promoValidate", { body: { code, ...usdtToPaypal, side: "from" }, ...by(anna.token) })
    ).reply();
    const cashback = { asset: "usdt-trc20", amount: "10.000000" };
    expect(answer).toMatchObject({ valid: true, kind: "cashback_percent", effect: { to_delta: "0.00" }, cashback });
    const query = { ...usdtToPaypal, promo: code };
    const { data: quote } = (await service.call("exchangeQuote", { query, ...by(anna.token) })).reply();
    expect(quote.promo).toMatchObject({ code, bonus: "0.00", gain: "0.00", cashback });

    const order = await paid();
    const done = await track(service, order);
    expect(done).toMatchObject({ status: "completed", promo: { code, cashback } });
    expect(done.to.amount).toBe(quote.to.amount);
    const receipt = await service.call("receipt", { query: { ref: order.ref }, token: order.token });
    expect(receipt.reply().data.order.promo?.cashback).toEqual(cashback);
    expect(await figures(service, anna)).toMatchObject({ posted: "10.000000", available: "10.000000" });
    const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
    expect(data).toMatchObject([{ type: "promo", amount: "10.000000", order_ref: order.ref }]);
    for (const { kind, text } of await service.emails(anna.email))
      if (["created", "paid", "completed"].includes(kind))
        expect(text).toContain("10\u00a0USDT cashback to your wallet");
    expect(await operator("promo report")).toMatchObject({
      data: [{ code, completed: 1, cost: "0.00", cashback: "10.000000 usdt-trc20" }],
    });
    expect(await verifyButSettling(service.ctx.db)).toEqual([]);
  });

  test("settles with a PayPal payment, and comes back when the payment is charged back", async () => {
    const order = await paid(paypalToUsdt);
    const { to, promo } = await track(service, order);
    const amount = promo?.cashback?.amount ?? "";
    expect(Number(amount)).toBeCloseTo(Number(to.amount) / 50, 5);
    expect(await figures(service, anna)).toMatchObject({ posted: amount, available: "0.000000", settling: amount });
    await simulate(order, "dispute_opened");
    await simulate(order, "dispute_lost");
    expect((await track(service, order)).status).toBe("charged_back");
    expect(await figures(service, anna)).toMatchObject({ posted: "0.000000", settling: "0.000000", debt: "0.000000" });
    const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
    expect(data.map(({ type }) => type)).toEqual(["chargeback", "promo"]);
    await sweep(service.ctx);
    expect(await verifyButSettling(service.ctx.db)).toEqual([]);
  });

  test("needs a signed-in member: others read the reason", async () => {
    const body = { code, ...usdtToPaypal, side: "from" as const };
    expect((await service.call("promoValidate", { body })).reply().data).toMatchObject({
      valid: false,
      reason: "login_required",
      cashback: null,
    });
    const { data: quote } = (await service.call("exchangeQuote", { query: { ...usdtToPaypal, promo: code } })).reply();
    expect(quote).toMatchObject({ promo: null, warnings: [{ code: "promo_invalid", reason: "login_required" }] });
    const refused = await service.call("exchangeStepOne", { body: { ...usdtToPaypal, promo: code } });
    expect(refused.problem().errors).toEqual([{ pointer: "/promo", code: "promo_login" }]);
  });

  test("needs wallets", async () => {
    service.ctx.env.WALLETS = "off";
    const body = { ...usdtToPaypal, promo: code };
    const refused = await service.call("exchangeStepOne", { body, ...by(anna.token) });
    expect(refused.problem().errors).toEqual([{ pointer: "/promo", code: "promo_no_wallets" }]);
  });
});

test("the operator is asked about cashback beyond the band, whichever side it is of", async () => {
  const many = { code: "MANY", kind: "cashback_percent", value: "30", reason: "a slip" };
  expect(await operator("promo add", many)).toMatchObject({ ok: false, sentence: expect.stringContaining("more") });
  const toWallet = { ...many, pairs: "paypal-usd_usdt-trc20" };
  expect(await operator("promo add", toWallet)).toMatchObject({ ok: false, sentence: expect.stringContaining("more") });
  expect(await operator("promo add", { ...many, value: "101" })).toMatchObject({
    sentence: "101 is not a value of cashback_percent.",
  });
});

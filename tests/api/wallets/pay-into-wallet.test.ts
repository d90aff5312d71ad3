import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { walletSettling } from "../../../upstream/db/schema/wallets.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { verifyButSettling } from "../../support/ledger/own-money.ts";
import { acceptTerms, type OpenedOrder } from "../../support/orders/order-steps.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, type Member, signedIn, signedUp } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";
import { payFromWallet } from "../../support/wallets/wallet-payment.ts";
import { ask } from "../../support/withdrawals/withdrawals.ts";

const settleSeconds = 600;
let service: Exchange;
let anna: Member;

beforeEach(async () => {
  // A settle time that a session outlives.
  service = await exchange({ policy: { settleSeconds } });
  anna = await signedUp(service, "anna@example.com");
});

/** A draft from PayPal to USDT, of the member or of a guest. */
async function draft(owner: Member | null = anna, pair = { from: "paypal-usd", to: "usdt-trc20", amount: "100" }) {
  const { data } = (await service.call("exchangeStepOne", { body: pair, ...(owner ? by(owner.token) : {}) })).reply();
  return { ref: data.order.ref, token: data.token, order: data.order };
}

const intoWallet = { account: "", wallet: true };
const choose = ({ ref, token }: OpenedOrder, sent: object = { payout: intoWallet }, caller: Member | null = anna) =>
  service.ask("exchangeStepTwo", {
    body: { ref, payin: { account: "payer@example.com" }, email: "anna@example.com", payout: { account: "" }, ...sent },
    token,
    ...(caller ? by(caller.token) : {}),
  });
const simulate = (
  { ref, token }: OpenedOrder,
  event: "pay_exact" | "dispute_opened" | "dispute_won" | "dispute_lost",
) => service.call("sandboxEvents", { body: { ref, event }, token });
const track = async ({ ref, token }: OpenedOrder) =>
  (await service.call("exchangeTrack", { query: { ref }, token })).reply().data;
const show = () => figures(service, anna);

/** An order of 100 dollars whose payout went into the wallet. */
async function paid(): Promise<OpenedOrder> {
  const opened = await draft();
  const order = { ...opened, order: (await choose(opened)).reply().data };
  await acceptTerms(service, order);
  await service.call("exchangeExecute", {
    body: { ref: order.ref, pay_with: "paypal_invoice" },
    key: order.ref,
    token: order.token,
  });
  await simulate(order, "pay_exact");
  return order;
}

test("the settle date is told before the wallet is chosen, which takes no fee and opens the wallet", async () => {
  const order = await draft();
  expect(order.order.payout).toMatchObject({ to_wallet: false, settles_after_days: 1 });
  const account = { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
  const outside = (await choose(order, { payout: account })).reply().data;
  const chosen = (await choose(order)).reply().data;
  expect(chosen.payout).toMatchObject({ to_wallet: true, account: null, settles_after_days: 1 });
  expect(outside.fees.map(({ kind }) => kind)).toEqual(["service", "payout_network"]);
  expect(chosen.fees.map(({ kind }) => kind)).toEqual(["service"]);
  const fee = Number(outside.fees[1]?.amount);
  expect(Number(chosen.to.amount) - Number(outside.to.amount)).toBeCloseTo(fee, 6);
  expect((await choose(order, { payout: account })).reply().data.to.amount).toBe(outside.to.amount);
  expect(await show()).toMatchObject({ posted: "0.000000" });
});

test("what PayPal paid for is in the wallet at once, settles, and then is available", async () => {
  const order = await paid();
  const { status, to, payout } = await track(order);
  expect(status).toBe("completed");
  expect(payout.txs).toMatchObject([{ amount: to.amount, status: "sent", url: null }]);
  expect(await show()).toMatchObject({ posted: to.amount, available: "0.000000", settling: to.amount });
  const { data } = (await service.call("memberTransactions", by(anna.token))).reply();
  expect(data).toMatchObject([{ type: "order_payout", amount: to.amount, order_ref: order.ref }]);
  await tellsCustomer(order);
  expect((await ask(service, anna, { amount: "50" })).problem()).toMatchObject({ code: "insufficient_funds" });
  await service.pass(settleSeconds - 60);
  expect(await show()).toMatchObject({ available: "0.000000" });
  await service.pass(60);
  expect(await show()).toMatchObject({ posted: to.amount, available: to.amount, settling: "0.000000" });
  expect(await verifyButSettling(service.ctx.db)).toEqual([]);
});

/** Neither receipt nor email names the member, which is where the movement goes inside. */
async function tellsCustomer({ ref, token }: OpenedOrder) {
  const { moves } = (await service.call("receipt", { query: { ref }, token })).reply().data;
  expect(moves.filter(({ direction }) => direction === "out")).toMatchObject([{ account: null, url: null }]);
  const [email] = (await service.emails("anna@example.com")).filter(({ kind }) => kind === "completed");
  expect(email?.text).toContain("Payout to: your Kursa wallet");
  expect(email?.text).toContain("Can be taken out from: 21 November 2026 at 12:10 UTC");
  expect(email?.text).not.toContain(anna.id);
}

test("disputed money settles only when the dispute is won", async () => {
  const order = await paid();
  await simulate(order, "dispute_opened");
  await service.pass(settleSeconds);
  expect(await show()).toMatchObject({ available: "0.000000" });
  await simulate(order, "dispute_won");
  expect(await show()).toMatchObject({ settling: "0.000000" });
});

test("a lost dispute takes the payout back from the wallet, and the rest is a debt", async () => {
  const order = await paid();
  const { to } = await track(order);
  await simulate(order, "dispute_opened");
  await simulate(order, "dispute_lost");
  expect((await track(order)).status).toBe("charged_back");
  expect(await show()).toMatchObject({ posted: "0.000000", settling: "0.000000", debt: "0.000000" });
  const [row] = await service.ctx.db.orm.select().from(walletSettling).where(eq(walletSettling.orderRef, order.ref));
  expect(row).toMatchObject({ taken: row?.amount, owed: 0n });
  // Nothing of it settles any more: what comes in then is available.
  await service.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: "50" }, ...by(anna.token) });
  expect(await show()).toMatchObject({ posted: "50.000000", available: "50.000000", settling: "0.000000" });
  await payAll("50");

  const second = await paid();
  await service.pass(settleSeconds);
  await payAll(to.amount);
  await simulate(second, "dispute_opened");
  await simulate(second, "dispute_lost");
  expect(await show()).toMatchObject({ posted: "0.000000", debt: to.amount });
  await service.call("sandboxDeposits", { body: { asset: "usdt-trc20", amount: to.amount }, ...by(anna.token) });
  expect(await show()).toMatchObject({ posted: "0.000000", debt: "0.000000" });
  await sweep(service.ctx);
  expect(await verifyButSettling(service.ctx.db)).toEqual([]);
});

/** Uses up the wallet's money by paying an order with all of it. */
async function payAll(amount: string) {
  const order = await draft(anna, { from: "usdt-trc20", to: "paypal-usd", amount });
  const payout = { account: "anna@example.com", extra: { full_name: "Anna Ivanova" } };
  await choose(order, { payin: null, payout, refund: intoWallet });
  await acceptTerms(service, order);
  await payFromWallet(service, anna, order);
  expect(await show()).toMatchObject({ posted: "0.000000" });
}

test("only the signed-in owner of an order sends it into a wallet, and only crypto", async () => {
  const eve = await signedUp(service, "eve@example.com");
  const refused = (pointer: string) => ({ errors: [{ pointer, code: "not_allowed" }] });
  expect((await choose(await draft(), undefined, null)).problem()).toMatchObject(refused("/payout/wallet"));
  expect((await choose(await draft(), undefined, eve)).problem()).toMatchObject(refused("/payout/wallet"));
  expect((await choose(await draft(null), undefined, anna)).problem()).toMatchObject(refused("/payout/wallet"));
  const toPaypal = await draft(anna, { from: "usdt-trc20", to: "paypal-usd", amount: "100" });
  expect((await choose(toPaypal)).problem()).toMatchObject(refused("/payout/wallet"));
  const account = { account: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" };
  const refundToWallet = { payout: account, refund: intoWallet };
  expect((await choose(await draft(), refundToWallet)).problem()).toMatchObject(refused("/refund/wallet"));
});

test("a refund chosen into the wallet is there at once, whole and available", async () => {
  const order = await draft(anna, { from: "usdt-trc20", to: "paypal-usd", amount: "100" });
  const payout = { account: "anna@example.com", extra: { full_name: "Anna Ivanova" } };
  await choose(order, { payin: null, payout, refund: intoWallet });
  await acceptTerms(service, order);
  await service.call("exchangeExecute", {
    body: { ref: order.ref, pay_with: "crypto_address" },
    key: order.ref,
    token: order.token,
  });
  await service.call("sandboxEvents", { body: { ref: order.ref, event: "pay_partial" }, token: order.token });
  await service.call("exchangeProcess", {
    body: { ref: order.ref, action: "request_refund" },
    key: "refund",
    token: order.token,
  });
  const { status, refund, from } = await track(order);
  expect(status).toBe("refunded");
  expect(refund).toMatchObject({ to_wallet: true, account: null, sent: { amount: from.received, fee: "0.000000" } });
  expect(await show()).toMatchObject({ posted: from.received, available: from.received });
  expect(await verifyButSettling(service.ctx.db)).toEqual([]);
});

test("money of a new payer waits a month, as told before and fixed with the order, and later that of the same member two weeks", async () => {
  service = await exchange({ settings: { PAYER_LIMITS: "new=3000,payer=25000,days=30" } });
  anna = await signedUp(service, "anna@example.com");
  const day = 86_400;
  const waitOf = async ({ ref }: OpenedOrder) => {
    const [row] = await service.ctx.db.orm.select().from(walletSettling).where(eq(walletSettling.orderRef, ref));
    return row && (row.settlesAt.getTime() - service.ctx.clock.now().getTime()) / 1000 / day;
  };
  expect((await draft()).order.payout).toMatchObject({ settles_after_days: 30 });
  const first = await paid();
  expect(await waitOf(first)).toBe(30);
  expect(await verify(service.ctx.db)).toEqual([]);
  await service.pass(29 * day);
  anna.token = await signedIn(service, anna.email);
  expect((await draft()).order.payout).toMatchObject({ settles_after_days: 30 });
  const second = await paid();
  await service.pass(day);
  anna.token = await signedIn(service, anna.email);
  expect((await draft()).order.payout).toMatchObject({ settles_after_days: 14 });
  // What was told for an order stays, although its payer would wait less today.
  expect((await track(second)).payout).toMatchObject({ settles_after_days: 30 });
  expect(await waitOf(second)).toBe(29);
  const third = await paid();
  expect(await waitOf(third)).toBe(14);
  // Nobody knows yet who pays a guest's draft.
  expect((await draft(null)).order.payout).toMatchObject({ settles_after_days: 30 });
  expect(await verify(service.ctx.db)).toEqual([]);
});

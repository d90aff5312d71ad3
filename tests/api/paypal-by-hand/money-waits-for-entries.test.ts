import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { outgoing, payoutGuard, paypalTask } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { acceptTerms, executedOrder, type OpenedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { enterPaidInvoice } from "../../support/paypal-by-hand/paid-invoice.ts";
import { by, type Member, signedUp } from "../../support/service/members.ts";
import { figures } from "../../support/wallets/deposits.ts";

const reason = "seen at PayPal";
const caseId = "PP-R-ABC-1";
const payer = "payer@example.com";
let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange({ policy: { settleSeconds: 600 } });
});

/** What the guard says of the order's payout. */
async function guard(): Promise<typeof payoutGuard.$inferSelect | undefined> {
  const [row] = await hand.service.ctx.db.orm
    .select({ guard: payoutGuard })
    .from(payoutGuard)
    .innerJoin(outgoing, eq(outgoing.id, payoutGuard.outgoingId))
    .where(eq(outgoing.kind, "payout"));
  return row?.guard;
}
const statusOf = async (opened: OpenedOrder) => (await track(hand.service, opened)).status;
async function round(): Promise<void> {
  await hand.tell();
  await resumeWaiting(hand.service.ctx);
  await hand.service.runJobs();
}

/** Two people enter that its invoice was paid. The number of the task. */
const pay = ({ ref }: OpenedOrder, account: string) =>
  enterPaidInvoice(hand, ref, [{ tx: txOf(ref), amount: "100.00" }], account);

/** A paid order whose payout waits, since payouts are stopped; they go on once `enter` has entered a loss. */
async function unsentPayout(enter: (number: string) => Promise<unknown>): Promise<OpenedOrder & { number: string }> {
  await hand.must("anna", "payouts stop", { reason });
  const opened = await executedOrder(hand.service, paypalToUsdt);
  const number = await pay(opened, (await track(hand.service, opened)).payin.account ?? "");
  await enter(number);
  await hand.must("anna", "payouts go", { reason });
  await round();
  return { ...opened, number };
}

const disputed = (number: string) =>
  hand.must("anna", "tasks disputed", {
    ...{ number, case: caseId, answer_by: "2026-12-01", screenshot: screenshots.picture, reason },
  });
const confirmDispute = async () =>
  hand.must("boris", "tasks confirm", {
    ...{ id: await hand.waitingEntry(), case: caseId, answer_by: "2026-12-01", amount: "100.00", reason },
  });
async function ended(number: string, result: string): Promise<void> {
  const decision = { case: caseId, result, reason };
  await hand.must("anna", "tasks dispute-ended", { number, ...decision, screenshot: screenshots.picture });
  await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), ...decision, amount: "100.00" });
}

test("a payout waits from the first entry of a dispute on, and is sent once that is rejected", async () => {
  const order = await unsentPayout(disputed);
  expect(await guard()).toMatchObject({ state: "waiting", why: "dispute" });
  expect(await track(hand.service, order)).toMatchObject({ status: "sending", waits_for: "review" });
  await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "another shop's" });
  await round();
  expect([await statusOf(order), (await guard())?.state]).toEqual(["completed", "settled"]);
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a confirmed dispute keeps it until PayPal's decision: won, it is sent; lost, it never is", async () => {
  const won = await unsentPayout(disputed);
  await confirmDispute();
  await round();
  expect(await guard()).toMatchObject({ state: "waiting", why: "dispute" });
  await ended(won.number, "won");
  await round();
  expect([await statusOf(won), (await guard())?.state]).toEqual(["completed", "settled"]);
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a payout whose payment is lost meanwhile ends by itself, and nothing is sent", async () => {
  const lost = await unsentPayout(disputed);
  await confirmDispute();
  await ended(lost.number, "lost");
  await round();
  expect([await statusOf(lost), (await guard())?.state]).toEqual(["charged_back", "void"]);
  expect((await track(hand.service, lost)).to.sent).toBe("0.000000");
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a payout waits from the first entry of a refund on, and once that is confirmed for a person", async () => {
  const order = await unsentPayout((number) =>
    hand.must("anna", "tasks refunded", {
      ...{ number, tx: txOf("refund"), amount: "100.00", at: hand.service.ctx.clock.now().toISOString() },
      ...{ screenshot: screenshots.picture, reason },
    }),
  );
  expect(await guard()).toMatchObject({ state: "waiting", why: "dispute" });
  await hand.must("boris", "tasks confirm", {
    ...{ id: await hand.waitingEntry(), tx: txOf("refund"), amount: "100.00", reason },
  });
  await round();
  expect(await guard()).toMatchObject({ state: "held", why: "refunded" });
  await hand.must("boris", "payouts void", { id: (await guard())?.outgoingId ?? "", reason: "PayPal has refunded it" });
  expect(await statusOf(order)).toBe("refunded");
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("what a payment has brought a wallet is not available from the first entry on", async () => {
  const member = await signedUp(hand.service, "anna@example.com");
  const opened = await intoWallet(member);
  const number = await pay(opened, payer);
  await hand.service.pass(601);
  const available = async () => Number((await figures(hand.service, member)).available);
  const all = await available();
  expect(all).toBeGreaterThan(0);
  await disputed(number);
  expect(await available()).toBe(0);
  await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "another shop's" });
  expect(await available()).toBe(all);
});

test("a refund of a payment that may be disputed is claimed by nobody", async () => {
  const opened = await executedOrder(hand.service, paypalToUsdt);
  await hand.must("anna", "orders hold", { ref: opened.ref, reason });
  const number = await pay(opened, (await track(hand.service, opened)).payin.account ?? "");
  await hand.must("anna", "orders refund", { ref: opened.ref, reason });
  const [refund] = await hand.service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.kind, "refund"));
  const claim = { number: String(refund?.number) };
  await disputed(number);
  expect(await hand.as("boris", "tasks claim", claim)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("is disputed, or somebody has entered that"),
  });
  await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "another shop's" });
  await hand.must("boris", "tasks claim", claim);
});

/** An order of 100 dollars by invoice into the member's wallet. */
async function intoWallet(member: Member): Promise<OpenedOrder> {
  const { service } = hand;
  const { data } = (await service.call("exchangeStepOne", { body: paypalToUsdt, ...by(member.token) })).reply();
  const { token } = data;
  const { ref } = data.order;
  const details = { payin: { account: payer }, email: member.email, payout: { account: "", wallet: true } };
  const order = (
    await service.ask("exchangeStepTwo", { body: { ref, ...details }, token, ...by(member.token) })
  ).reply();
  await acceptTerms(service, { ref, token, order: order.data });
  await service.call("exchangeExecute", { body: { ref, pay_with: "paypal_invoice" }, key: ref, token });
  return { ref, token, order: order.data };
}

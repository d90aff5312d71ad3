import { describe, expect, test } from "vitest";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { handExchange } from "../../support/paypal-by-hand/hand-exchange.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";
import { statementsOf } from "../../support/service/statements.ts";
import {
  ask,
  confirm,
  readyMember,
  later as signInLater,
  withdrawalOf,
} from "../../support/withdrawals/withdrawals.ts";

const hourSeconds = 3600;
const reason = "the node is moved";

async function operator(service: Exchange, command: string, args: Record<string, string> = {}): Promise<void> {
  const outcome = await runCommand(service.ctx, { command, args: { reason, ...args }, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  await service.runJobs();
}

async function paidOrder(service: Exchange): Promise<OpenedOrder> {
  const order = await executedOrder(service);
  await simulateEvent(service.ctx, await rowOf(service, order.ref), "pay_exact", null);
  await service.runJobs();
  return order;
}

async function later(service: Exchange): Promise<void> {
  await service.pass(hourSeconds + 1);
  await resumeWaiting(service.ctx);
  await service.runJobs();
}

describe("a payout of an order", () => {
  test("above the hour's cap waits for the next release, and says so no more once it is sent", async () => {
    const service = await exchange({ settings: { PAYOUT_CAPS: "paypal-usd:600/600/5000" } });
    const [first, second] = [await paidOrder(service), await paidOrder(service)];
    expect(await track(service, first)).toMatchObject({ status: "completed", waits_for: null });
    expect(await track(service, second)).toMatchObject({ status: "sending", waits_for: "release" });
    await later(service);
    expect(await track(service, second)).toMatchObject({ status: "completed", waits_for: null });
  });

  test("on a stopped rail is paused until payouts resume", async () => {
    const service = await exchange();
    await operator(service, "payouts stop");
    const order = await paidOrder(service);
    expect(await track(service, order)).toMatchObject({ status: "sending", waits_for: "paused" });
    await operator(service, "payouts go");
    expect(await track(service, order)).toMatchObject({ status: "completed", waits_for: null });
  });

  test("that an operator holds is in review", async () => {
    const service = await exchange({ settings: { PAYOUT_CAPS: "paypal-usd:1/600/5000" } });
    expect(await track(service, await paidOrder(service))).toMatchObject({ status: "sending", waits_for: "review" });
  });

  test("at PayPal by hand has no promised time while its payouts are stopped", async () => {
    const hand = await handExchange();
    const order = await hand.paidOrder();
    expect(await track(hand.service, order)).toMatchObject({ by_hand: { by: expect.any(String) }, waits_for: null });
    await operator(hand.service, "payouts stop", { rail: "paypal-by-hand" });
    const paused = { by_hand: { step: "payout_to_send", by: null, usual_minutes: null }, waits_for: "paused" };
    expect(await track(hand.service, order)).toMatchObject(paused);
    await operator(hand.service, "payouts go", { rail: "paypal-by-hand" });
    expect(await track(hand.service, order)).toMatchObject({ by_hand: { by: expect.any(String) }, waits_for: null });
  });
});

test("lists show what the payout or refund of each order waits for, from one statement", async () => {
  const service = await exchange();
  const member = await signedUp(service, customerEmail);
  const list = async () => (await service.call("memberOrders", by(member.token))).reply().data;
  await operator(service, "payouts stop");
  const first = await paidOrder(service);
  await openEmailedLink(service, first.ref);
  expect(await list()).toMatchObject([{ status: "sending", waits_for: "paused", status_label: "Waiting to be sent" }]);
  expect(await track(service, first)).toMatchObject({ status_label: "Waiting to be sent" });
  const { ref, token } = first;
  const pulse = async () => (await service.call("ordersStatus", { token, query: { ref: [ref] } })).reply().data;
  expect(await pulse()).toMatchObject([{ status: "sending", waits_for: "paused" }]);
  for (let count = 0; count < 2; count += 1) await openEmailedLink(service, (await paidOrder(service)).ref);
  const ofGuard = (await statementsOf(list)).filter((text) => text.includes("payout_guard"));
  expect(ofGuard).toHaveLength(1);
  expect((await list()).map(({ waits_for: wait }) => wait)).toEqual(["paused", "paused", "paused"]);
  await operator(service, "payouts go");
  expect(await list()).toMatchObject(
    Array(3).fill({ status: "completed", waits_for: null, status_label: "Completed" }),
  );
  expect(await pulse()).not.toMatchObject([{ waits_for: "paused" }]);
});

test("a withdrawal says the same on its page and among the transactions", async () => {
  const service = await exchange({ settings: { PAYOUT_CAPS: "usdt-trc20:60/60/5000" } });
  const member = await readyMember(service);
  const request = async () => {
    const withdrawal = (await ask(service, member, { amount: "50" })).reply().data;
    await confirm(service, member, withdrawal);
    await service.runJobs();
    return withdrawal.id;
  };
  const [, second] = [await request(), await request()];
  const pending = async () => {
    const page = (await service.call("memberTransactions", by(member.token))).reply();
    return page.pending?.map(({ id, waits_for: waits }) => [id, waits]);
  };
  expect(await withdrawalOf(service, member, second)).toMatchObject({ status: "processing", waits_for: "release" });
  expect(await pending()).toEqual([[second, "release"]]);
  await operator(service, "payouts stop");
  expect(await withdrawalOf(service, member, second)).toMatchObject({ status: "processing", waits_for: "paused" });
  await operator(service, "payouts go");
  await signInLater(service, member, hourSeconds + 1);
  await resumeWaiting(service.ctx);
  await service.runJobs();
  expect(await withdrawalOf(service, member, second)).toMatchObject({ status: "completed", waits_for: null });
  expect(await pending()).toEqual([]);
});

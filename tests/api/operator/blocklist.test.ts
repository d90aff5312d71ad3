import { beforeEach, describe, expect, test } from "vitest";
import { payoutGuard } from "../../../upstream/db/schema/index.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { permit } from "../../../upstream/payouts/permit.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import {
  acceptedDraft,
  detailedDraft,
  executeDraft,
  executedOrder,
  giveDetails,
  openDraft,
  paypalToUsdt,
  usdtToPaypal,
} from "../../support/orders/order-steps.ts";
import { rowOf } from "../../support/orders/reviews.ts";
import { refused } from "../../support/service/api-client.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { ask, otherAddress, readyMember, tronAddress } from "../../support/withdrawals/withdrawals.ts";

let service: Exchange;
beforeEach(async () => {
  service = await exchange();
});

const anna = { name: "anna" };
const run = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args: { reason: "a stolen card", ...args }, operator: anna });
const block = async (kind: string, value: string, more: Record<string, string> = {}) => {
  const outcome = await run("blocklist add", { kind, value, ...more });
  if (!outcome.ok) throw new Error(outcome.sentence);
};
const theAnswer = { status: 403, code: "contact_support" };

describe("an order is refused", () => {
  test.each([
    ["email", "Anna.Ivanova+new@Example.com"],
    ["domain", "example.com"],
    ["paypal", "Anna.PayPal@example.com"],
  ])("at its details, by %s", async (kind, value) => {
    await block(kind, value);
    const draft = await openDraft(service, paypalToUsdt);
    expect(refused(await giveDetails(service, draft))).toEqual(theAnswer);
    expect((await rowOf(service, draft.ref)).email).toBeNull();
  });

  test("at its details, by a crypto address that it names as a payout or refund account", async () => {
    await block("address", tronAddress);
    for (const input of [paypalToUsdt, usdtToPaypal])
      expect(refused(await giveDetails(service, await openDraft(service, input)))).toEqual(theAnswer);
  });

  test("at its first step, from a blocked network only", async () => {
    await block("network", "203.0.113.0/24");
    const from = (address: string) =>
      service.ask("exchangeStepOne", { body: usdtToPaypal, peer: { address, isTrusted: false } });
    expect(refused(await from("203.0.113.9"))).toEqual(theAnswer);
    expect((await from("203.0.114.9")).status).toBe(201);
  });

  test("when it is executed, if the block was added after its details; the response does not name the block", async () => {
    const draft = await acceptedDraft(service);
    await block("domain", "example.com");
    const response = await executeDraft(service, draft);
    expect(refused(response)).toEqual(theAnswer);
    expect(response.text).toMatch(/support/);
    expect(response.text).not.toMatch(/domain|block|card|example\.com/);
    expect((await rowOf(service, draft.ref)).status).toBe("draft");
  });

  test("until the block ends or is removed", async () => {
    await block("email", "anna.ivanova@example.com", { until: "2026-11-21T13:00:00Z" });
    const draft = await openDraft(service);
    expect(refused(await giveDetails(service, draft))).toEqual(theAnswer);
    await service.pass(3600);
    await detailedDraft(service);
    await block("email", "anna.ivanova@example.com");
    const later = await openDraft(service);
    expect(refused(await giveDetails(service, later))).toEqual(theAnswer);
    const list = await run("blocklist list", {});
    const [{ id }] = (list.ok ? list.data : []) as [{ id: string }];
    expect(await run("blocklist remove", { id })).toMatchObject({ ok: true });
    await giveDetails(service, later);
  });
});

test("an account that is named after the payment is refused", async () => {
  const { ref, token } = await executedOrder(service);
  await simulateEvent(service.ctx, await rowOf(service, ref), "pay_partial", "100");
  await block("address", tronAddress);
  const body = { ref, action: "request_refund", refund: { account: tronAddress, memo: null } } as const;
  const response = await service.ask("exchangeProcess", { token, key: "refund", body });
  expect(refused(response)).toEqual(theAnswer);
});

test("a payout to a customer blocked after paying is held until approved", async () => {
  const waiting = await exchange({ jobs: "by hand", settings: { PAYOUT_CAPS: "off" } });
  service = waiting;
  const { ref } = await executedOrder(waiting);
  await simulateEvent(waiting.ctx, await rowOf(waiting, ref), "pay_exact", null);
  await block("email", "anna.ivanova@example.com");
  await waiting.runJobs();
  const guard = async () => (await waiting.ctx.db.orm.select().from(payoutGuard))[0];
  const held = await guard();
  expect(held).toMatchObject({ state: "held", why: "blocked_party" });
  const approved = await runCommand(waiting.ctx, {
    command: "payouts approve",
    args: { id: held?.outgoingId ?? "", reason: "the customer has shown a passport" },
    operator: { name: "boris" },
  });
  expect(approved).toMatchObject({ ok: true });
  await waiting.runJobs();
  expect(await guard()).toMatchObject({ state: "settled" });
});

test("a payout approved before the block is held before it is sent", async () => {
  const waiting = await exchange({ jobs: "by hand", settings: { PAYOUT_CAPS: "off" } });
  service = waiting;
  const { ref } = await executedOrder(waiting);
  await simulateEvent(waiting.ctx, await rowOf(waiting, ref), "pay_exact", null);
  expect(await run("payouts stop", {})).toMatchObject({ ok: true });
  await waiting.runJobs();
  const [movement] = await selectMovements(waiting.ctx.db.orm);
  expect(await run("payouts go", {})).toMatchObject({ ok: true });
  expect(movement && (await permit(waiting.ctx, movement))).toMatchObject({ state: "approved" });
  await block("email", "anna.ivanova@example.com");
  await waiting.runJobs();
  expect((await waiting.ctx.db.orm.select().from(payoutGuard))[0]).toMatchObject({
    state: "held",
    why: "blocked_party",
  });
});

test("a withdrawal is refused by its address, and by the member's email", async () => {
  const member = await readyMember(service);
  await block("address", tronAddress);
  expect(refused(await ask(service, member))).toEqual(theAnswer);
  await block("email", member.email);
  expect(refused(await ask(service, member, { account: otherAddress }))).toEqual(theAnswer);
});

describe("blocklist add", () => {
  test("refuses a value of another kind, and one that is blocked already", async () => {
    expect(await run("blocklist add", { kind: "network", value: "example.com" })).toMatchObject({ ok: false });
    await block("network", "203.0.113.9/24");
    const again = await run("blocklist add", { kind: "network", value: "203.0.113.0/24" });
    expect(again).toMatchObject({ ok: false, sentence: expect.stringContaining("has been blocked since") });
  });

  test("asks before it blocks a wide network", async () => {
    expect(await run("blocklist add", { kind: "network", value: "10.0.0.0/8" })).toMatchObject({ ok: false });
    expect(await run("blocklist add", { kind: "network", value: "10.0.0.0/8", anyway: "yes" })).toMatchObject({
      ok: true,
    });
  });
});

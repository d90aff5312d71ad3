import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { paypalEntry, paypalTask, transfer } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { payoutState } from "../../../upstream/status/payout-state.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import {
  files,
  type HandExchange,
  handExchange,
  minor,
  ownAccount,
  paidEntry,
  screenshots,
  txOf,
} from "../../support/paypal-by-hand/hand-exchange.ts";

let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange();
});

const tasks = () => hand.service.ctx.db.orm.select().from(paypalTask);
const firstTask = async () => {
  const [task] = await tasks();
  if (!task) throw new Error("There is no task");
  return task;
};
const numberOf = async () => String((await firstTask()).number);
const statusOf = async (opened: OpenedOrder) => (await track(hand.service, opened)).status;
const atPaypal = () => available(hand.service.ctx.db.orm, accounts.rail("paypal-by-hand", "paypal-usd"));

test("a payout is late to customers once the promised hours are over, not before", async () => {
  await hand.paidOrder();
  const { ctx } = hand.service;
  await hand.service.pass(12 * 3600 - 60);
  expect(await payoutState(ctx, ctx.clock.now())).toBe("works");
  await hand.service.pass(120);
  expect(await payoutState(ctx, ctx.clock.now())).toBe("partly");
  await hand.service.pass(12 * 3600);
  expect(await payoutState(ctx, ctx.clock.now())).toBe("stopped");
});

test("a payout is a task until a person has said what was paid: amount and PayPal's fee are booked", async () => {
  const before = await atPaypal();
  const opened = await hand.paidOrder();
  expect(await statusOf(opened)).toBe("sending");
  const { to } = opened.order;
  expect(await firstTask()).toMatchObject({ kind: "pay", state: "open", amount: minor(to.amount) });

  const number = await numberOf();
  const waiting = { paypal_tasks: [{ what: "pay", state: "open", next: `operator tasks show ${number}` }] };
  expect((await hand.must("anna", "today")).data).toMatchObject(waiting);
  await hand.must("anna", "tasks claim", { number });
  const taskPage = await hand.must("anna", "tasks show", { number });
  expect(taskPage.data).toMatchObject({ account: paypalAccount, name: "Anna Ivanova", amount: `${to.amount} USD` });
  expect(JSON.stringify(taskPage.data)).toContain("friends and family");
  await hand.service.pass(120);
  await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });

  const after = await track(hand.service, opened);
  expect(after).toMatchObject({ status: "completed", to: { sent: to.amount } });
  expect(after.payout.txs).toMatchObject([{ id: txOf(opened.ref) }]);
  expect(before - (await atPaypal())).toBe(minor(to.amount) + 35n);
  const fees = await hand.service.ctx.db.orm.select().from(transfer).where(eq(transfer.code, "network_fee"));
  expect(fees).toMatchObject([{ asset: "paypal-usd", amount: 35n }]);
  expect(await firstTask()).toMatchObject({ state: "done" });
  expect((await hand.must("anna", "today")).data).toMatchObject({ paypal_tasks: [] });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

describe("a wrong entry is refused beside its field", () => {
  const wrong: [field: string, typed: Record<string, string>, sentence: string][] = [
    ["tx", { tx: "12345" }, "tx: PayPal's transaction ID has 17 letters and digits"],
    ["tx", { tx: "1AB23456CD78901-E" }, "tx: PayPal's transaction ID has 17 letters and digits"],
    ["amount", { amount: "1.00" }, "amount: the task is about"],
    ["amount", { amount: "1,00" }, "amount: not an amount"],
    ["amount", { amount: "-5" }, "amount: not an amount"],
    ["fee", { fee: "a lot" }, "fee: not an amount"],
    ["fee", { fee: "4000" }, "fee: larger than the amount"],
    ["fee", { fee: "9" }, "fee: more than a tenth"],
    ["at", { at: "2026-11-20T12:00Z" }, "when the task was made"],
    ["at", { at: "2027-11-20T12:00Z" }, "has not come yet"],
    ["at", { at: "yesterday" }, "at: Enter a date that exists"],
    ["account", { account: "other@example.com" }, "account: the task is about anna.paypal@example.com"],
    ["account", { account: "Shop@Kursa.example" }, "account: shop@kursa.example is our own"],
    ["account", { account: "nobody" }, "account: not an email address"],
    ["screenshot", { screenshot: screenshots.noPicture }, "screenshot: not a picture"],
    ["screenshot", { screenshot: "/etc/passwd" }, "screenshot: the file did not come with the command"],
  ];

  test("each of them, and nothing is changed", async () => {
    const opened = await hand.paidOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    for (const [field, typed, sentence] of wrong) {
      const outcome = await hand.as("anna", "tasks paid", { number, ...paidEntry(hand.service, opened, typed) });
      expect([field, outcome]).toEqual([field, { ok: false, sentence: expect.stringContaining(sentence) }]);
    }
    const two = { amount: "1.00", account: "other@example.com" };
    const both = await hand.as("anna", "tasks paid", { number, ...paidEntry(hand.service, opened, two) });
    expect(both.ok ? "" : both.sentence.split("\n")).toHaveLength(2);
    expect(await hand.service.ctx.db.orm.select().from(paypalEntry)).toEqual([]);
    expect(await firstTask()).toMatchObject({ state: "claimed" });
    expect(await statusOf(opened)).toBe("sending");
  });

  test("a transaction counts once, also when it is entered for two tasks at the same time", async () => {
    const [paidOrder, secondOrder] = [await hand.paidOrder(), await hand.paidOrder()];
    const numbers = (await tasks()).map(({ number }) => String(number)).sort();
    for (const number of numbers) await hand.must("anna", "tasks claim", { number });
    const entry = paidEntry(hand.service, paidOrder);
    expect(secondOrder.order.to.amount).toBe(paidOrder.order.to.amount);
    const outcomes = await Promise.all(numbers.map((number) => hand.as("anna", "tasks paid", { number, ...entry })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const late = await hand.as("anna", "tasks paid", { number: numbers[1] ?? "", ...entry });
    const [first] = outcomes;
    const open = first?.ok ? numbers[1] : numbers[0];
    const again = await hand.as("anna", "tasks paid", { number: open ?? "", ...entry });
    expect(again).toMatchObject({ ok: false, sentence: expect.stringContaining("was entered before, for task") });
    expect(late.ok).toBe(false);
    expect(await hand.service.ctx.db.orm.select().from(paypalEntry)).toHaveLength(1);
  });

  test("an entry that is submitted twice is booked once", async () => {
    const opened = await hand.paidOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    const entry = { number, ...paidEntry(hand.service, opened) };
    const outcomes = await Promise.all([hand.as("anna", "tasks paid", entry), hand.as("anna", "tasks paid", entry)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await hand.as("anna", "tasks paid", entry)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("done"),
    });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });
});

describe("a task belongs to one person", () => {
  test("one of ten concurrent claims succeeds", async () => {
    await hand.paidOrder();
    const number = await numberOf();
    const people = Array.from({ length: 10 }, (_, at) => `person ${at}`);
    const outcomes = await Promise.all(people.map((name) => hand.as(name, "tasks claim", { number })));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { claimedBy } = await firstTask();
    expect(claimedBy).toBe(people[outcomes.findIndex(({ ok }) => ok)]);
    const [other = ""] = people.filter((name) => name !== claimedBy);
    const refused = await hand.as(other, "tasks give-back", { number, reason: "not mine" });
    expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining(`${claimedBy} is on task`) });
  });

  test("an expired claim must be resolved with paid or not paid before another claim", async () => {
    const opened = await hand.paidOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    await hand.service.pass(31 * 60);
    const list = await hand.must("boris", "tasks list");
    expect(list.data).toMatchObject([{ state: "abandoned", next: expect.stringContaining("Did anna pay?") }]);
    const taken = await hand.as("boris", "tasks claim", { number });
    expect(taken).toMatchObject({ ok: false, sentence: expect.stringContaining("has not said whether it was paid") });
    const bare = await hand.as("boris", "tasks give-back", { number, reason: "she is away" });
    expect(bare).toMatchObject({ ok: false, sentence: expect.stringContaining("screenshot:") });
    const args = { number, reason: "nothing in the activity", screenshot: screenshots.picture };
    await hand.must("boris", "tasks give-back", args);
    await hand.must("boris", "tasks claim", { number });
    // Anna finds her payment meanwhile: the task is not hers, and Boris has been told.
    const late = await hand.as("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });
    expect(late).toMatchObject({ ok: false, sentence: expect.stringContaining("boris is on task") });
  });

  test("after an expired claim another person may enter the payment", async () => {
    const opened = await hand.paidOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    await hand.service.pass(31 * 60);
    await hand.must("boris", "tasks paid", { number, ...paidEntry(hand.service, opened) });
    expect(await statusOf(opened)).toBe("completed");
  });
});

describe("a second person", () => {
  const bigOrder = () => hand.paidOrder({ amount: "500" });

  test("confirms what is above the limit, with what is read from the screenshot", async () => {
    const opened = await bigOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    const entry = paidEntry(hand.service, opened);
    await hand.must("anna", "tasks paid", { number, ...entry });
    expect(await statusOf(opened)).toBe("sending");
    const [{ id } = { id: "" }] = await hand.service.ctx.db.orm.select().from(paypalEntry);
    const read = { id, tx: entry.tx ?? "", amount: entry.amount ?? "", reason: "looked at it" };
    const refusal = await hand.as("anna", "tasks confirm", read);
    expect(refusal).toMatchObject({ ok: false, sentence: expect.stringContaining("your own entry") });
    for (const other of [{ tx: txOf("another") }, { amount: "1.00" }])
      expect(await hand.as("boris", "tasks confirm", { ...read, ...other })).toMatchObject({ ok: false });
    expect(await statusOf(opened)).toBe("sending");
    await hand.must("boris", "tasks confirm", read);
    expect(await statusOf(opened)).toBe("completed");
    expect(await hand.as("boris", "tasks confirm", read)).toMatchObject({ ok: false });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("rejects a wrong entry; the task returns to the person who entered it", async () => {
    const opened = await bigOrder();
    const number = await numberOf();
    await hand.must("anna", "tasks claim", { number });
    await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened, { tx: txOf("mistyped") }) });
    const [{ id } = { id: "" }] = await hand.service.ctx.db.orm.select().from(paypalEntry);
    await hand.must("boris", "tasks reject", { id, reason: "another id on the screenshot" });
    expect(await firstTask()).toMatchObject({ state: "claimed", claimedBy: "anna" });
    expect(await statusOf(opened)).toBe("sending");
    const next = `tasks show ${number}: boris has rejected an entry`;
    expect((await hand.must("anna", "tasks list")).data).toMatchObject([{ on_it: "anna", next }]);
    expect((await hand.must("anna", "tasks show", { number })).data).toMatchObject({
      next: `tasks paid ${number} --tx ... --amount ... --fee ... --at ... --account ... --screenshot page.png`,
      history: expect.arrayContaining([
        expect.objectContaining({ who: "anna", what: "paid", why: null }),
        expect.objectContaining({ who: "boris", what: "rejected", why: "another id on the screenshot" }),
      ]),
    });
    await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });
    expect((await hand.must("anna", "tasks list")).data).toMatchObject([
      { next: expect.stringMatching(/^tasks confirm/) },
    ]);
  });
});

test("a payout that PayPal refuses fails, and the order asks for another account", async () => {
  const opened = await hand.paidOrder();
  const number = await numberOf();
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks failed", { number, reason: "account is limited" });
  const after = await track(hand.service, opened);
  expect(after).toMatchObject({ status: "on_hold", hold: { reason: "payout_error" } });
  expect(JSON.stringify(after)).not.toContain("limited");
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("our own account is never paid", async () => {
  const { ctx } = hand.service;
  const rail = ctx.rails.payoutFor("paypal-usd");
  const movement = {
    id: "m",
    asset: "paypal-usd",
    amount: 100n,
    account: "Shop@Kursa.example",
    memo: null,
    kind: "payout",
  };
  expect(await rail.prepare({ ...movement, kind: "payout" })).toEqual({ state: "refused", reason: "own_account" });
  expect(ownAccount).toBe("shop@kursa.example");
});

test("a returned payout is credited to the order once a second person has confirmed it", async () => {
  const opened = await hand.paidOrder();
  const number = await numberOf();
  await hand.must("anna", "tasks claim", { number });
  const entry = paidEntry(hand.service, opened);
  await hand.must("anna", "tasks paid", { number, ...entry });
  await hand.service.pass(30 * 86_400);
  const back = { ...entry, tx: txOf("back"), fee: "0", at: hand.service.ctx.clock.now().toISOString() };
  await hand.must("anna", "tasks returned", { number, ...back, reason: "not claimed within 30 days" });
  expect(await statusOf(opened)).toBe("completed");
  const [{ id } = { id: "" }] = await hand.service.ctx.db.orm
    .select()
    .from(paypalEntry)
    .where(eq(paypalEntry.kind, "returned"));
  await hand.must("boris", "tasks confirm", { id, tx: back.tx, amount: entry.amount ?? "", reason: "seen" });
  expect(await statusOf(opened)).toBe("on_hold");
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a process that ends between entry and booking loses nothing", async () => {
  const opened = await hand.paidOrder();
  const number = await numberOf();
  await hand.must("anna", "tasks claim", { number });
  const { ctx } = hand.service;
  // The guard is not asked, as if the process had ended after the commit.
  const { payoutOf } = ctx.rails;
  Object.assign(ctx.rails, {
    payoutOf: () => {
      throw new Error("the process has ended");
    },
  });
  const entry = { number, ...paidEntry(hand.service, opened) };
  await runCommand(ctx, { command: "tasks paid", args: entry, operator: { name: "anna" }, files });
  Object.assign(ctx.rails, { payoutOf });
  expect(await firstTask()).toMatchObject({ state: "done" });
  expect(await statusOf(opened)).toBe("sending");
  await hand.tell();
  expect(await statusOf(opened)).toBe("completed");
  expect(await verify(ctx.db)).toEqual([]);
});

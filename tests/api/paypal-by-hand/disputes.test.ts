import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { outgoing, paypalTask } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { exchangeFigures } from "../../../upstream/observability/metrics/exchange-source.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { executedOrder, type OpenedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import {
  files,
  type HandExchange,
  handExchange,
  screenshots,
  txOf,
} from "../../support/paypal-by-hand/hand-exchange.ts";
import { enterPaidInvoice } from "../../support/paypal-by-hand/paid-invoice.ts";

let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange();
});

const reason = "seen at PayPal";
const caseId = "PP-R-ABC-1";
const hourS = 3600;
const db = () => hand.service.ctx.db.orm;
const refusal = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });
const statusOf = async (opened: OpenedOrder) => (await track(hand.service, opened)).status;
const inDispute = () => available(db(), accounts.rail("paypal-by-hand_disputed", "paypal-usd"));

/** An order by invoice that was paid with these amounts, entered by anna and confirmed by boris. */
async function paidInvoice(name: string, amounts = ["100.00"]): Promise<OpenedOrder & { number: string }> {
  const opened = await executedOrder(hand.service, paypalToUsdt);
  const payments = amounts.map((amount, at) => ({ tx: txOf(`${name} ${at}`), amount }));
  return { ...opened, number: await enterPaidInvoice(hand, opened.ref, payments) };
}

const opening = (number: string, other: Record<string, string> = {}) => ({
  ...{ number, case: caseId, answer_by: "2026-12-01", screenshot: screenshots.picture, reason },
  ...other,
});
const ending = (number: string, result: string) => ({
  ...{ number, case: caseId, result, screenshot: screenshots.picture, reason },
});
/** Anna enters it, and boris confirms what he reads. */
async function disputed(number: string, other: Record<string, string> = {}, amount = "100.00") {
  await hand.must("anna", "tasks disputed", opening(number, other));
  const read = { case: caseId, answer_by: "2026-12-01", amount, ...other };
  await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), ...read, reason });
}
async function ended(number: string, result: string, amount = "100.00") {
  await hand.must("anna", "tasks dispute-ended", ending(number, result));
  await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), case: caseId, result, amount, reason });
}

test("a dispute counts once a second person has read case, amount and day; then its answer is due", async () => {
  const { number, ...opened } = await paidInvoice("one");
  const entered = await hand.must("anna", "tasks disputed", opening(number, { case: ` ${caseId.toLowerCase()} ` }));
  expect(entered.data).toContain(`the case ${caseId} about 100.00 of ${txOf("one 0")}`);
  await hand.tell();
  expect([await statusOf(opened), await inDispute()]).toEqual(["completed", 0n]);
  const id = await hand.waitingEntry();
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([{ next: expect.stringContaining(id) }]);

  const read = { id, case: caseId, answer_by: "2026-12-01T10:00Z", amount: "100", reason };
  const { case: _, ...withoutCase } = read;
  expect(await hand.as("anna", "tasks confirm", read)).toMatchObject(refusal("your own entry"));
  expect(await hand.as("boris", "tasks confirm", withoutCase)).toMatchObject(refusal("case: read it from"));
  const wrong: Record<string, string>[] = [{ case: "PP-R-ABC-2" }, { answer_by: "2026-12-02" }, { amount: "10" }];
  for (const other of wrong)
    expect(await hand.as("boris", "tasks confirm", { ...read, ...other })).toMatchObject(refusal("another one was"));
  await hand.must("boris", "tasks confirm", read);
  expect([await statusOf(opened), await inDispute()]).toEqual(["disputed", 10_000n]);

  const row = { what: "dispute", task: Number(number), case: caseId, amount: "100.00 USD" };
  const next = expect.stringContaining("orders evidence");
  const due = { ...row, by: "2026-12-01T00:00:00.000Z", state: "open", next };
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([due]);
  const page = (await hand.must("boris", "tasks show", { number })).data;
  expect(page).toMatchObject({
    disputes: [due],
    do_not: expect.arrayContaining([expect.stringContaining("No refund")]),
  });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("disputes that have to be answered within 48 hours, or were not, are in today and counted; answered ones are not", async () => {
  const { number } = await paidInvoice("one");
  await disputed(number);
  const urgent = async () => {
    const { paypal_tasks: tasks } = (await hand.must("boris", "today")).data as { paypal_tasks: { state: string }[] };
    const figures = await exchangeFigures(hand.service.ctx);
    const [figure] = figures.find(({ name }) => name === "paypal_disputes_due")?.values ?? [];
    return [tasks.map(({ state }) => state), figure?.value];
  };
  const secondsLeft = (new Date("2026-12-01").getTime() - hand.service.ctx.clock.now().getTime()) / 1000;
  await hand.service.pass(secondsLeft - 48 * hourS - 60);
  expect(await urgent()).toEqual([[], 0]);
  await hand.service.pass(60);
  expect(await urgent()).toEqual([["open"], 1]);
  await hand.service.pass(48 * hourS + 60);
  expect(await urgent()).toEqual([["late"], 1]);

  const answered = { number, case: caseId, screenshot: screenshots.picture, reason };
  await hand.must("anna", "tasks dispute-answered", answered);
  expect(await urgent()).toEqual([[], 0]);
  expect((await hand.must("boris", "tasks list")).data).toEqual([]);
  const all = (await hand.must("boris", "tasks list", { all: "yes" })).data;
  expect(all).toMatchObject([{ state: "answered", next: expect.stringContaining("dispute-ended") }, {}]);
  await hand.service.pass(60);
  // PayPal wants to know more.
  await hand.must("anna", "tasks dispute-answered", { ...answered, answer_by: "2026-12-03" });
  expect(await urgent()).toEqual([["open"], 1]);
  await hand.must("anna", "tasks dispute-ended", ending(number, "won"));
  const confirming = { next: `operator tasks confirm ${await hand.waitingEntry()}` };
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([{ what: "dispute", ...confirming }, {}]);
});

describe("PayPal's decision", () => {
  test.each([
    ["won", "completed"],
    ["lost", "charged_back"],
  ])("%s ends the dispute once a second person has read it", async (result, status) => {
    const { number, ...opened } = await paidInvoice("one");
    await disputed(number);
    await hand.must("anna", "tasks dispute-ended", ending(number, result));
    expect(await statusOf(opened)).toBe("disputed");
    const read = { id: await hand.waitingEntry(), case: caseId, amount: "100.00", result, reason };
    const other = result === "won" ? "lost" : "won";
    expect(await hand.as("anna", "tasks confirm", read)).toMatchObject(refusal("your own entry"));
    expect(await hand.as("boris", "tasks confirm", { ...read, result: other })).toMatchObject(refusal("result:"));
    await hand.must("boris", "tasks confirm", read);
    expect([await statusOf(opened), await inDispute()]).toEqual([status, 0n]);
    expect((await hand.must("boris", "tasks list")).data).toEqual([]);
    expect(await hand.as("anna", "tasks dispute-ended", ending(number, other))).toMatchObject(refusal("was entered"));
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("that is rejected changes nothing, and the right one may follow", async () => {
    const { number, ...opened } = await paidInvoice("one");
    await disputed(number);
    await hand.must("anna", "tasks dispute-ended", ending(number, "won"));
    expect(await hand.as("carol", "tasks dispute-ended", ending(number, "lost"))).toMatchObject(refusal("was entered"));
    await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "PayPal still looks at it" });
    await hand.tell();
    expect(await statusOf(opened)).toBe("disputed");
    await ended(number, "lost");
    expect(await statusOf(opened)).toBe("charged_back");
  });

  test("ends a case that the order knows from before there were such entries", async () => {
    const { number, ...opened } = await paidInvoice("one");
    const event = { name: "dispute_opened", caseId, rail: "paypal-by-hand", amount: null } as const;
    await applyEvent(hand.service.ctx, opened.ref, event, "rail");
    expect(await hand.as("anna", "tasks disputed", opening(number))).toMatchObject(refusal("was entered before"));
    await ended(number, "won");
    expect(await statusOf(opened)).toBe("completed");
  });
});

describe("refused is", () => {
  test("a case with a wrong number, day, amount or payment, or of no paid invoice", async () => {
    const payout = await hand.paidOrder();
    const [pay] = await db().select().from(paypalTask);
    const unpaid = await paidInvoice("unpaid", []);
    const { number } = await paidInvoice("one", ["30.00", "70.00"]);
    const of = txOf("one 0");
    const attempts: [typed: Record<string, string>, sentence: string][] = [
      [{ number: String(pay?.number) }, "is no invoice"],
      [{ number: unpaid.number }, "has no confirmed payment"],
      [{ case: "PP D 1" }, "case: enter PayPal's case number"],
      [{}, "of: enter which payment with --of: "],
      [{ of: txOf("nothing") }, "has no confirmed payment"],
      [{ of, amount: "30.01" }, "30.00 of it is neither refunded nor disputed"],
      [{ of, amount: "0,5" }, "amount: not an amount"],
      [{ of, answer_by: "2026-11-01" }, "answer-by: 2026-11-01T00:00:00.000Z is before"],
      [{ of, answer_by: "2027-11-30" }, "answer-by: more than 60 days away"],
      [{ of, screenshot: screenshots.noPicture }, "screenshot: not a picture"],
    ];
    for (const [typed, sentence] of attempts)
      expect(await hand.as("anna", "tasks disputed", opening(number, typed))).toMatchObject(refusal(sentence));
    await hand.must("anna", "tasks disputed", opening(number, { of, amount: "20" }));
    const more = opening(number, { of, case: "PP-2", amount: "10.01" });
    expect(await hand.as("anna", "tasks disputed", more)).toMatchObject(refusal("10.00 of it is neither"));
    expect(await hand.as("anna", "tasks disputed", opening(unpaid.number))).toMatchObject({ ok: false });
    expect(await statusOf(payout)).toBe("sending");
  });

  test("what is about no open case", async () => {
    const { number } = await paidInvoice("one");
    const answer = { number, case: caseId, screenshot: screenshots.picture, reason };
    expect(await hand.as("anna", "tasks dispute-answered", answer)).toMatchObject(refusal("has no case PP-R-ABC-1"));
    await hand.must("anna", "tasks disputed", opening(number));
    expect(await hand.as("anna", "tasks dispute-ended", ending(number, "lost"))).toMatchObject(
      refusal("waits for its second person"),
    );
    await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "another shop's" });
    await disputed(number);
    await ended(number, "won");
    expect(await hand.as("anna", "tasks dispute-answered", answer)).toMatchObject(refusal("was entered before"));
  });

  test("the same case of two invoices at once, but one", async () => {
    const [invoice, otherInvoice] = [await paidInvoice("one"), await paidInvoice("other")];
    const outcomes = await Promise.all(
      [invoice, otherInvoice].map(({ number }) => hand.as("anna", "tasks disputed", opening(number))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("a refund of a payment that is disputed, and a dispute of one that was refunded", async () => {
    const { number } = await paidInvoice("one");
    const at = hand.service.ctx.clock.now().toISOString();
    const refund = { number, tx: txOf("refund"), amount: "100.00", at, screenshot: screenshots.picture, reason };
    await hand.must("anna", "tasks disputed", opening(number));
    const disputeId = await hand.waitingEntry();
    expect(await hand.as("anna", "tasks refunded", refund)).toMatchObject(refusal(`The case ${caseId} is about`));
    await hand.must("boris", "tasks reject", { id: disputeId, reason: "another shop's" });
    await hand.must("anna", "tasks refunded", refund);
    expect(await hand.as("anna", "tasks disputed", opening(number))).toMatchObject(refusal("0.00 of it is neither"));
  });
});

describe("what has happened before the second person looks", () => {
  test("a refund by a task leaves nothing to dispute", async () => {
    const { number, ...opened } = await paidInvoice("one", ["60.00"]);
    await hand.must("carol", "orders refund", { ref: opened.ref, reason: "the customer asks for it" });
    const [task] = await db().select().from(paypalTask).where(eq(paypalTask.kind, "refund"));
    const refund = { number: String(task?.number), tx: txOf("refund"), amount: formatDecimal(task?.amount ?? 0n, 2) };
    await hand.must("anna", "tasks claim", { number: refund.number });
    // The person who has claimed the refund may be paying it now.
    await hand.must("anna", "tasks disputed", opening(number));
    const disputeId = await hand.waitingEntry();
    const facts = { at: hand.service.ctx.clock.now().toISOString(), account: paypalAccount };
    await hand.must("anna", "tasks paid", { ...refund, ...facts, screenshot: screenshots.picture });
    const read = { id: disputeId, case: caseId, answer_by: "2026-12-01", amount: "60.00", reason };
    expect(await hand.as("boris", "tasks confirm", read)).toMatchObject(refusal("was refunded meanwhile"));
  });

  test("an end of the case by the order itself leaves nothing to decide", async () => {
    const { number, ...opened } = await paidInvoice("one", ["60.00"]);
    await disputed(number, {}, "60.00");
    await hand.must("anna", "tasks dispute-ended", ending(number, "won"));
    const event = { name: "refunded_at_rail", rail: "paypal-by-hand", refundId: txOf("refund") } as const;
    const refund = { ...event, railPaymentId: txOf("one 0"), amount: 6_000n };
    await applyEvent(hand.service.ctx, opened.ref, refund, "rail");
    const read = { id: await hand.waitingEntry(), case: caseId, result: "won", amount: "60.00", reason };
    expect(await hand.as("boris", "tasks confirm", read)).toMatchObject(refusal("is over for its order"));
  });
});

test("of two cases of an order, each has its own end", async () => {
  const { number, ...opened } = await paidInvoice("one");
  await disputed(number, { amount: "40.00" }, "40.00");
  await disputed(number, { case: "PP-R-ABC-2", amount: "60.00" }, "60.00");
  await ended(number, "won", "40.00");
  const listed = (await hand.must("boris", "tasks list")).data;
  expect(listed).toMatchObject([{ case: "PP-R-ABC-2", amount: "60.00 USD" }]);
  expect([await statusOf(opened), await inDispute()]).toEqual(["disputed", 6_000n]);
});

test("a dispute before the payout holds the order, and a lost one leaves nothing to pay out", async () => {
  const { number, ...opened } = await paidInvoice("one", ["60.00"]);
  await disputed(number, {}, "60.00");
  expect(await statusOf(opened)).toBe("on_hold");
  await ended(number, "lost", "60.00");
  expect(await db().select().from(outgoing)).toEqual([]);
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a process that ends between confirmation and booking loses nothing", async () => {
  const { number, ...opened } = await paidInvoice("one");
  await hand.must("anna", "tasks disputed", opening(number));
  const { ctx } = hand.service;
  const { terms } = ctx.market;
  Object.assign(ctx.market, { terms: () => Promise.reject(new Error("the process has ended")) });
  const args = { id: await hand.waitingEntry(), case: caseId, answer_by: "2026-12-01", amount: "100.00", reason };
  await runCommand(ctx, { command: "tasks confirm", args, operator: { name: "boris" }, files });
  Object.assign(ctx.market, { terms });
  expect(await statusOf(opened)).toBe("completed");
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([{ what: "dispute" }]);
  await hand.tell();
  await hand.tell();
  expect([await statusOf(opened), await inDispute()]).toEqual(["disputed", 10_000n]);
  expect(await verify(ctx.db)).toEqual([]);
});

import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outgoing, paypalEntry, paypalTask, transfer } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
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
import { ReportDay } from "../../support/paypal-by-hand/report-day.ts";

let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange();
});

const reason = "seen at PayPal";
const db = () => hand.service.ctx.db.orm;
const statusOf = async (opened: OpenedOrder) => (await track(hand.service, opened)).status;
const atPaypal = () => available(db(), accounts.rail("paypal-by-hand", "paypal-usd"));
const refundsOf = ({ ref }: OpenedOrder) =>
  db()
    .select()
    .from(outgoing)
    .where(and(eq(outgoing.orderRef, ref), eq(outgoing.kind, "refund")));
const refusal = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });
const now = () => hand.service.ctx.clock.now().toISOString();

/** An order by invoice that was paid with these amounts, entered by anna and confirmed by boris. */
async function paidInvoice(name: string, amounts = ["100.00"]): Promise<OpenedOrder & { number: string }> {
  const opened = await executedOrder(hand.service, paypalToUsdt);
  const payments = amounts.map((amount, at) => ({ tx: txOf(`${name} ${at}`), amount }));
  return { ...opened, number: await enterPaidInvoice(hand, opened.ref, payments) };
}

const refunded = (number: string, other: Record<string, string> = {}) => {
  const usual = { number, tx: txOf("refund"), amount: "100.00", at: now(), screenshot: screenshots.picture, reason };
  return { ...usual, ...other };
};

test("a refund that PayPal has made is booked once a second person has confirmed it, and once", async () => {
  const { number, ...opened } = await paidInvoice("one");
  expect(await statusOf(opened)).toBe("completed");
  const before = await atPaypal();
  await hand.must("anna", "tasks refunded", refunded(number));
  await hand.tell();
  expect([await statusOf(opened), await refundsOf(opened), await atPaypal()]).toEqual(["completed", [], before]);

  const id = await hand.waitingEntry();
  const next = expect.stringContaining(`tasks confirm ${id}`);
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([{ what: "invoice", next }]);
  expect((await hand.must("boris", "today")).data).toMatchObject({ paypal_tasks: [{ what: "invoice", next }] });
  const read = { id, tx: txOf("refund"), amount: "100.00", reason };
  expect(await hand.as("anna", "tasks confirm", read)).toMatchObject(refusal("your own entry"));
  expect(await hand.as("boris", "tasks confirm", { ...read, amount: "10.00" })).toMatchObject(refusal("amount:"));
  await hand.must("boris", "tasks confirm", read);
  expect(await statusOf(opened)).toBe("refunded");
  expect(before - (await atPaypal())).toBe(10_000n);
  const [refund] = await refundsOf(opened);
  expect(refund).toMatchObject({ status: "sent", railTxId: txOf("refund"), amount: 10_000n, account: txOf("one 0") });

  expect(await hand.as("boris", "tasks confirm", read)).toMatchObject(refusal("confirmed already"));
  expect(await hand.as("anna", "tasks refunded", refunded(number))).toMatchObject(refusal("was entered before"));
  await db().update(paypalEntry).set({ isTold: false }).where(eq(paypalEntry.id, id));
  await hand.tell();
  expect(await refundsOf(opened)).toHaveLength(1);
  expect(before - (await atPaypal())).toBe(10_000n);
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a refund that the order has heard of meanwhile is booked once", async () => {
  const { number, ...opened } = await paidInvoice("one");
  await hand.must("anna", "tasks refunded", refunded(number));
  const event = { name: "refunded_at_rail", rail: "paypal-by-hand", refundId: txOf("refund") } as const;
  await applyEvent(hand.service.ctx, opened.ref, { ...event, railPaymentId: txOf("one 0"), amount: 10_000n }, "rail");
  await hand.must("boris", "tasks confirm", {
    id: await hand.waitingEntry(),
    tx: txOf("refund"),
    amount: "100.00",
    reason,
  });
  expect(await refundsOf(opened)).toHaveLength(1);
  const [entry] = await db().select().from(paypalEntry).where(eq(paypalEntry.kind, "refunded"));
  expect(entry).toMatchObject({ state: "confirmed", isTold: true });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

test("a refund that the second person rejects is booked nowhere, and the right one may follow", async () => {
  const { number, ...opened } = await paidInvoice("one");
  await hand.must("anna", "tasks refunded", refunded(number));
  await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "of another customer" });
  await hand.tell();
  expect([await statusOf(opened), await refundsOf(opened)]).toEqual(["completed", []]);
  await hand.must("anna", "tasks refunded", refunded(number, { amount: "40.00" }));
  await hand.must("boris", "tasks confirm", {
    id: await hand.waitingEntry(),
    tx: txOf("refund"),
    amount: "40.00",
    reason,
  });
  expect(await statusOf(opened)).toBe("on_hold");
  const codes = await db().select({ code: transfer.code }).from(transfer).where(eq(transfer.code, "refund"));
  expect(codes).toHaveLength(1);
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

describe("refused is", () => {
  test("what refunds no confirmed payment of the task, or more than is left of it", async () => {
    const payout = await hand.paidOrder();
    const [pay] = await db().select().from(paypalTask);
    const { number } = await paidInvoice("one", ["30.00", "20.00"]);
    const of = txOf("one 0");
    const attempts: [typed: Record<string, string>, sentence: string][] = [
      [{ number: String(pay?.number) }, "is no invoice"],
      [{}, "of: enter which payment with --of: "],
      [{ of: txOf("nothing") }, "has no confirmed payment"],
      [{ of, amount: "30.01" }, "30.00 of it is not refunded"],
      [{ of, amount: "1,00" }, "amount: not an amount"],
      [{ of, tx: of }, "was entered before"],
      [{ of, at: "2027-11-20T12:00Z" }, "has not come yet"],
      [{ of, screenshot: screenshots.noPicture }, "screenshot: not a picture"],
    ];
    for (const [typed, sentence] of attempts)
      expect(await hand.as("anna", "tasks refunded", refunded(number, { amount: "10.00", ...typed }))).toMatchObject(
        refusal(sentence),
      );
    await hand.must("anna", "tasks refunded", refunded(number, { of: of.toLowerCase(), amount: "25.00" }));
    const more = refunded(number, { of, amount: "5.01", tx: txOf("more") });
    expect(await hand.as("anna", "tasks refunded", more)).toMatchObject(refusal("5.00 of it is not refunded"));
    expect(await statusOf(payout)).toBe("sending");
  });

  test("a payment that waits for its second person", async () => {
    const { number } = await paidInvoice("one", []);
    const entry = { number, tx: txOf("seen"), amount: "100.00", at: now(), account: paypalAccount, reason };
    await hand.must("anna", "tasks received", { ...entry, screenshot: screenshots.picture });
    expect(await hand.as("anna", "tasks refunded", refunded(number))).toMatchObject(refusal("no confirmed payment"));
  });

  test("all but one of several entries of the whole payment at once", async () => {
    const { number, ...opened } = await paidInvoice("one");
    const people = ["anna", "carol", "dora"];
    const outcomes = await Promise.all(
      people.map((name) => hand.as(name, "tasks refunded", refunded(number, { tx: txOf(`refund of ${name}`) }))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "not at PayPal" });
    const other = await paidInvoice("other", ["60.00"]);
    const same = await Promise.all(
      [number, other.number].map((taskNumber) =>
        hand.as("anna", "tasks refunded", refunded(taskNumber, { tx: txOf("same"), amount: "10.00" })),
      ),
    );
    expect(same.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await refundsOf(opened)).toEqual([]);
  });
});

test("a task to refund the payment and such an entry exclude each other", async () => {
  const { number, ...opened } = await paidInvoice("one", ["60.00"]);
  const typed = refunded(number, { amount: "60.00" });
  await hand.must("anna", "tasks refunded", typed);
  await hand.must("carol", "orders refund", { ref: opened.ref, reason: "the customer asks for it" });
  const refundTasks = () => db().select().from(paypalTask).where(eq(paypalTask.kind, "refund"));
  expect([await statusOf(opened), await refundTasks()]).toEqual(["refunding", []]);
  await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "not at PayPal" });
  await resumeWaiting(hand.service.ctx);
  const [task] = await refundTasks();
  const refundTask = { number: String(task?.number) };
  const again = await hand.as("anna", "tasks refunded", { ...typed, tx: txOf("again") });
  expect(again).toMatchObject(refusal(`Task ${task?.number} refunds the payment`));
  await hand.must("anna", "tasks claim", refundTask);
});

test("a process that ends between confirmation and booking loses nothing", async () => {
  const { number, ...opened } = await paidInvoice("one");
  await hand.must("anna", "tasks refunded", refunded(number));
  const { ctx } = hand.service;
  const { terms } = ctx.market;
  Object.assign(ctx.market, { terms: () => Promise.reject(new Error("the process has ended")) });
  const args = { id: await hand.waitingEntry(), tx: txOf("refund"), amount: "100.00", reason };
  await runCommand(ctx, { command: "tasks confirm", args, operator: { name: "boris" }, files });
  Object.assign(ctx.market, { terms });
  expect(await refundsOf(opened)).toEqual([]);
  await hand.tell();
  await hand.tell();
  expect(await statusOf(opened)).toBe("refunded");
  expect(await refundsOf(opened)).toHaveLength(1);
  expect(await verify(ctx.db)).toEqual([]);
});

test("the refund in PayPal's report is proposed and accepted, and nothing differs before, meanwhile and afterwards", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const paid = await today.received("paid");
  const typed = await today.received("typed");
  // To the account that has paid, which is not the one that the order names.
  const about = { type: "Payment Refund", account: "payer@example.com" };
  today.add({ ...about, tx: txOf("back"), gross: -4_000n, reference: paid.tx });
  today.add({ ...about, tx: txOf("typed back"), gross: -10_000n, reference: typed.tx });
  const entry = { number: await today.taskOf(typed.ref), tx: txOf("typed back"), amount: "100.00" };
  const at = service.ctx.clock.now().toISOString();
  await must("anna", "tasks refunded", { ...entry, at, screenshot: screenshots.picture, reason });
  await service.pass(13 * 3600);
  expect(await today.import()).toMatchObject({ data: { proposals: [{ tx: txOf("back"), as: "refunded" }] } });
  expect(await today.differences()).toEqual([]);
  const confirm = async (tx: string, amount: string) => {
    await must("boris", "tasks confirm", { id: await hand.waitingEntry(), tx, amount, reason });
  };
  await confirm(txOf("typed back"), "100.00");
  expect(await today.differences()).toEqual([]);
  const [proposal] = (await must("anna", "tasks proposals")).data as { line: number }[];
  await must("anna", "tasks accept", { line: String(proposal?.line), reason });
  expect((await must("anna", "tasks proposals")).data).toEqual([]);
  expect(await today.differences()).toEqual([]);
  await confirm(txOf("back"), "40.00");
  expect(await today.differences()).toEqual([]);
  expect(await verify(service.ctx.db)).toEqual([]);

  await service.pass(60);
  // A report without it, and one in which it is about another payment.
  const without = today.lines.filter(({ tx }) => tx !== txOf("back"));
  await today.import(without, { anyway: "yes" });
  const movement = await today.movementOf(txOf("back"));
  expect(await today.differences()).toEqual([`sent_without_rail ${movement}`]);
  const other = today.lines.map((line) => (line.tx === txOf("back") ? { ...line, reference: typed.tx } : line));
  await today.import(other, { anyway: "yes" });
  expect(await today.differences()).toEqual([`rail_without_sent ${txOf("back")}`, `sent_without_rail ${movement}`]);
});

import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { order, outgoing, payment, paypalEntry, paypalTask, transfer } from "../../../upstream/db/schema/index.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { orderDisputeCommands } from "../../../upstream/orders/commands/disputes.ts";
import { orderPayinCommands } from "../../../upstream/orders/commands/payins.ts";
import { orderTransactionCommands } from "../../../upstream/orders/commands/transactions.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";

let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange();
});

const reason = "seen at PayPal";
const db = () => hand.service.ctx.db.orm;
const paymentTx = txOf("paid");

async function taskOf(kind: "invoice" | "pay" | "refund"): Promise<string> {
  const [task] = await db().select().from(paypalTask).where(eq(paypalTask.kind, kind));
  return String(task?.number);
}

/** An order by invoice of which `amount` was paid, entered by anna. */
async function received(amount: string): Promise<string> {
  const { ref } = await executedOrder(hand.service, paypalToUsdt);
  const number = await taskOf("invoice");
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD-EFGH" });
  const at = hand.service.ctx.clock.now().toISOString();
  const seen = { tx: paymentTx, amount, fee: "0", at, account: paypalAccount, screenshot: screenshots.picture, reason };
  await hand.must("anna", "tasks received", { number, ...seen });
  return ref;
}

/** The same, confirmed by boris. */
async function paid(amount = "100.00"): Promise<string> {
  const ref = await received(amount);
  const [entry] = await db().select().from(paypalEntry);
  await hand.must("boris", "tasks confirm", { id: entry?.id ?? "", tx: paymentTx, amount, reason });
  return ref;
}

async function disputed(): Promise<string> {
  const ref = await paid();
  const event = { name: "dispute_opened", caseId: "PP-D-1", rail: "paypal-by-hand", amount: null } as const;
  await applyEvent(hand.service.ctx, ref, event, "rail");
  return ref;
}

/** An order whose refund is a task. */
async function refunding(): Promise<string> {
  const ref = await paid("60.00");
  await hand.must("carol", "orders refund", { ref, reason });
  return ref;
}

const payingOut = async () => (await hand.paidOrder()).ref;

/** An order whose payout PayPal has not taken, on hold. */
async function notAccepted(): Promise<string> {
  const ref = await payingOut();
  const number = await taskOf("pay");
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks failed", { number, reason: "no such account" });
  return ref;
}

async function paidOut(): Promise<string> {
  const ref = await payingOut();
  const number = await taskOf("pay");
  await hand.must("anna", "tasks claim", { number });
  const [task] = await db().select().from(outgoing);
  const amount = (Number(task?.amount) / 100).toFixed(2);
  const at = hand.service.ctx.clock.now().toISOString();
  const seen = { tx: txOf("out"), amount, at, account: paypalAccount, screenshot: screenshots.picture };
  await hand.must("anna", "tasks paid", { number, ...seen });
  return ref;
}

type Case = [command: string, prepare: () => Promise<string>, args: Record<string, string>, sentence: string];

const byTwo = "REFUSED: only people see what happens at paypal-by-hand, so two of them enter it: ";
const cases: Case[] = [
  [
    "orders confirm-payin",
    async () => (await executedOrder(hand.service, paypalToUsdt)).ref,
    { tx: paymentTx, amount: "100", asset: "paypal-usd" },
    `${byTwo}\`tasks received\``,
  ],
  ["orders payment-gone", () => received("100.00"), { tx: paymentTx }, `${byTwo}\`tasks reject\``],
  ["orders payment-gone", paid, { tx: paymentTx }, `${byTwo}\`tasks disputed\``],
  ["orders refunded-at-rail", paid, { tx: txOf("back"), amount: "100" }, `${byTwo}\`tasks refunded\``],
  ["orders dispute-opened", paid, { case: "PP-D-1" }, `${byTwo}\`tasks disputed\``],
  ["orders dispute-won", disputed, {}, `${byTwo}\`tasks dispute-ended\``],
  ["orders dispute-lost", disputed, {}, `${byTwo}\`tasks dispute-ended\``],
  ["orders refund-sent", refunding, { tx: txOf("back") }, `${byTwo}\`tasks paid\``],
  ["orders refund-failed", refunding, {}, "may still send this refund"],
  ["orders payout-failed", payingOut, {}, "may still send this payout"],
  ["orders payout-returned", paidOut, {}, "says that this payout was sent"],
  ["orders complete-payout", notAccepted, { tx: txOf("other") }, `${byTwo}\`orders release\``],
];

test.each(cases)(
  "%s records nothing of PayPal by hand by one person (%#)",
  async (command, prepare, args, sentence) => {
    const ref = await prepare();
    const state = async () => {
      const [row] = await db().select().from(order).where(eq(order.ref, ref));
      const payments = await db().select().from(payment);
      const transfers = await db().select({ id: transfer.id }).from(transfer);
      return { version: row?.version, payments, transfers, sendings: await db().select().from(outgoing) };
    };
    const before = await state();
    for (const anyway of ["", "yes"]) {
      const typed = { ref, ...args, reason, ...(anyway && { anyway }) };
      const outcome = await hand.as("eve", command, typed);
      expect(outcome).toMatchObject({ ok: false, sentence: expect.stringContaining(sentence) });
    }
    await hand.tell();
    expect(await state()).toEqual(before);
  },
);

test("each command that records what a rail has done to an order is in the table", () => {
  const commands = [...orderPayinCommands, ...orderTransactionCommands, ...orderDisputeCommands];
  const names = [...commands.map(({ name }) => name), "orders complete-payout"];
  expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(names.sort());
});

test("what is entered by two people is named instead in the next steps of an order", async () => {
  const next = async (ref: string) => {
    const { data } = await hand.must("eve", "orders show", { ref });
    return JSON.stringify((data as { next: unknown }).next);
  };
  const failed = await next(await notAccepted());
  expect(failed).toContain("tasks paid");
  expect(failed).not.toContain("complete-payout");
});

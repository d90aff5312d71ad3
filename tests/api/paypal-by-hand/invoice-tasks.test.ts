import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { formatDecimal, parseAmount } from "../../../contract/values/decimal.ts";
import { outgoing, paypalTask, transfer } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import {
  acceptedDraft,
  executeDraft,
  executedOrder,
  type OpenedOrder,
  paypalToUsdt,
  track,
} from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";

let hand: HandExchange;
beforeEach(async () => {
  hand = await handExchange();
});

const reason = "seen at PayPal";
const taskOfKind = async (kind: "invoice" | "cancel_invoice" | "pay" | "refund") => {
  const [task] = await hand.service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.kind, kind));
  if (!task) throw new Error(`There is no task ${kind}`);
  return { ...task, number: String(task.number) };
};
const stateOf = async (opened: OpenedOrder) => {
  const { status, payin, hold } = await track(hand.service, opened);
  return { status, paid: payin.txs.map((tx) => `${tx.amount} ${tx.status}`), hold: hold?.reason ?? null };
};
/** An invoice that anna has sent. */
async function invoiced(): Promise<OpenedOrder & { number: string }> {
  const opened = await executedOrder(hand.service, paypalToUsdt);
  const { number } = await taskOfKind("invoice");
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD-EFGH" });
  return { ...opened, number };
}
const seen = (amount: string, other: Record<string, string> = {}) => {
  const at = hand.service.ctx.clock.now().toISOString();
  const usual = { tx: txOf(`paid ${amount}`), amount, fee: "3.98", at, account: paypalAccount };
  return { ...usual, screenshot: screenshots.picture, reason, ...other };
};
/** Anna enters what was paid, and boris confirms it. */
async function received(number: string, amount: string, other: Record<string, string> = {}) {
  const entry = seen(amount, other);
  await hand.must("anna", "tasks received", { number, ...entry });
  await hand.must("boris", "tasks confirm", { id: await hand.waitingEntry(), tx: entry.tx, amount, reason });
}

test("an invoice is a task; what was paid is seen with its entry and final with the second person", async () => {
  const { number, ...opened } = await invoiced();
  const taskPage = await hand.must("anna", "tasks show", { number });
  expect(taskPage.data).toMatchObject({ account: paypalAccount, amount: "100.00 USD", from: "shop@kursa.example" });
  await hand.service.pass(600);
  const entry = seen("100.00");
  await hand.must("anna", "tasks received", { number, ...entry });
  expect(await stateOf(opened)).toMatchObject({ status: "confirming", paid: ["100.00 seen"] });
  expect(await hand.service.ctx.db.orm.select().from(outgoing)).toEqual([]);
  const id = await hand.waitingEntry();
  expect(await hand.as("anna", "tasks confirm", { id, tx: entry.tx, amount: "100", reason })).toMatchObject({
    ok: false,
  });
  await hand.must("boris", "tasks confirm", { id, tx: entry.tx, amount: "100", reason });
  expect(await stateOf(opened)).toMatchObject({ status: "completed", paid: ["100.00 final"] });
  const fees = await hand.service.ctx.db.orm.select().from(transfer).where(eq(transfer.code, "rail_fee"));
  expect(fees).toMatchObject([{ asset: "paypal-usd", amount: 398n }]);
  expect(await taskOfKind("invoice")).toMatchObject({ state: "done" });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

describe("an invoice that is not paid as it was sent", () => {
  test("a partial payment leaves the order underpaid until the rest arrives", async () => {
    const { number, ...opened } = await invoiced();
    await received(number, "60.00");
    expect(await stateOf(opened)).toMatchObject({ paid: ["60.00 final"] });
    expect((await track(hand.service, opened)).condition).toBe("partial");
    await received(number, "40.00");
    expect(await stateOf(opened)).toMatchObject({ status: "completed" });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("a payment above the amount leaves the order overpaid", async () => {
    const { number, ...opened } = await invoiced();
    await received(number, "150.00");
    expect((await track(hand.service, opened)).condition).toBe("over");
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("a payment that the second person rejects is removed from the order", async () => {
    const { number, ...opened } = await invoiced();
    await hand.must("anna", "tasks received", { number, ...seen("100.00") });
    await hand.must("boris", "tasks reject", {
      id: await hand.waitingEntry(),
      reason: "the screenshot says marked as paid",
    });
    expect(await stateOf(opened)).toMatchObject({ status: "awaiting_payment", paid: ["100.00 vanished"] });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("another payer, our own account and a used transaction are refused or asked about", async () => {
    const { number } = await invoiced();
    const other = await hand.as("anna", "tasks received", {
      number,
      ...seen("100.00", { account: "eve@example.com" }),
    });
    expect(other).toMatchObject({ ok: false, sentence: expect.stringContaining("eve@example.com has paid") });
    const refusal = await hand.as("anna", "tasks received", {
      number,
      ...seen("100.00", { account: "shop@kursa.example" }),
    });
    expect(refusal).toMatchObject({ ok: false, sentence: expect.stringContaining("is our own") });
    await received(number, "60.00");
    const again = await hand.as("anna", "tasks received", { number, ...seen("40.00", { tx: txOf("paid 60.00") }) });
    expect(again).toMatchObject({ ok: false, sentence: expect.stringContaining("was entered before") });
  });
});

describe("an invoice that is sent hours after the order was confirmed", () => {
  const hoursMs = 3_600_000;
  async function paidAfter(hours: number, move: () => Promise<unknown> = async () => undefined) {
    const opened = await executedOrder(hand.service, paypalToUsdt);
    const { number } = await taskOfKind("invoice");
    await hand.service.pass((hours * hoursMs) / 1000);
    await move();
    await hand.must("anna", "tasks claim", { number });
    await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD-EFGH" });
    await received(number, "100.00");
    const [payout] = await hand.service.ctx.db.orm.select().from(outgoing);
    return { ...(await stateOf(opened)), isAsAgreed: payout?.amount === minorOf(opened.order.to.amount) };
  }
  const minorOf = (amount: string) => parseAmount(amount, 6);

  test("counts at the agreed rate while the market has hardly moved, for as long as sending it may take", async () => {
    expect(await paidAfter(13)).toMatchObject({ status: "completed", isAsAgreed: true });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("waits for a new rate where the market has moved", async () => {
    const rates = { pair: "paypal-usd_usdt-trc20", rate: "1.05", anyway: "yes", reason };
    expect(await paidAfter(5, () => hand.must("treasurer", "rates set", rates))).toMatchObject({ status: "on_hold" });
  });

  test("counts at the agreed rate after a payment that the second person has rejected, too", async () => {
    const opened = await invoiced();
    await hand.must("anna", "tasks received", { number: opened.number, ...seen("90.00") });
    await hand.must("boris", "tasks reject", { id: await hand.waitingEntry(), reason: "not at PayPal" });
    await hand.service.pass((5 * hoursMs) / 1000);
    await received(opened.number, "100.00");
    expect(await stateOf(opened)).toMatchObject({ status: "completed" });
  });

  test("waits for a new rate once the order has closed, however long sending may take", async () => {
    hand = await handExchange({ settings: { PAYPAL_WITHIN_HOURS: "24" } });
    const opened = await executedOrder(hand.service, paypalToUsdt);
    const { number } = await taskOfKind("invoice");
    await hand.must("anna", "tasks claim", { number });
    await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD-EFGH" });
    await hand.service.pass((25 * hoursMs) / 1000);
    await received(number, "100.00");
    expect(await stateOf(opened)).toMatchObject({ status: "on_hold" });
  });

  test("waits for a new rate once that time and the grace time are over", async () => {
    expect(await paidAfter(15)).toMatchObject({ status: "on_hold" });
  });
});

describe("an order that ends without a payment", () => {
  test("drops an invoice task that nobody has claimed", async () => {
    const opened = await executedOrder(hand.service, paypalToUsdt);
    const { ref, token } = opened;
    (await hand.service.call("exchangeCancel", { token, body: { ref } })).reply();
    expect(await taskOfKind("invoice")).toMatchObject({ state: "dropped" });
    expect(await hand.must("anna", "tasks list")).toMatchObject({ data: [] });
  });

  test("creates a task to cancel an invoice that was sent; a payment before that is a late payment", async () => {
    const { number, ...opened } = await invoiced();
    const { ref, token } = opened;
    (await hand.service.call("exchangeCancel", { token, body: { ref } })).reply();
    expect(await stateOf(opened)).toMatchObject({ status: "cancelled" });
    const cancel = await taskOfKind("cancel_invoice");
    expect(cancel).toMatchObject({ state: "open", invoiceNumber: "INV2-ABCD-EFGH" });
    await received(number, "100.00");
    expect(await stateOf(opened)).toMatchObject({
      status: expect.not.stringMatching("cancelled"),
      paid: ["100.00 final"],
    });
    await hand.must("anna", "tasks claim", { number: cancel.number });
    await hand.must("anna", "tasks cancelled", { number: cancel.number });
    expect(await verify(hand.service.ctx.db)).toEqual([]);
  });

  test("cannot be cancelled while a payment awaits confirmation", async () => {
    const { number, ...opened } = await invoiced();
    await hand.must("anna", "tasks received", { number, ...seen("100.00") });
    const { ref, token } = opened;
    await hand.service.call("exchangeCancel", { token, body: { ref } });
    expect(await stateOf(opened)).toMatchObject({ status: "confirming" });
    const rail = hand.service.ctx.rails.payinFor("paypal-usd", "paypal_invoice");
    expect(await rail.withdraw({ ref })).toBe("too_late");
  });
});

test("the invoice task of a draft is not listed", async () => {
  const draft = await acceptedDraft(hand.service, paypalToUsdt);
  await hand.service.ctx.rails
    .payinFor("paypal-usd", "paypal_invoice")
    .issue({ ref: draft.ref, asset: "paypal-usd", amount: 10000n, payer: null, language: "en" });
  const { number } = await taskOfKind("invoice");
  expect(await hand.must("anna", "tasks list")).toMatchObject({ data: [] });
  expect(await hand.as("anna", "tasks claim", { number })).toMatchObject({ ok: false });
  await executeDraft(hand.service, draft);
  await hand.must("anna", "tasks claim", { number });
});

test("a payout of another rail goes on while tasks wait", async () => {
  const waiting = await hand.paidOrder();
  const { number, ...opened } = await invoiced();
  await received(number, "100.00");
  expect(await stateOf(opened)).toMatchObject({ status: "completed" });
  expect(await stateOf(waiting)).toMatchObject({ status: "sending" });
  const rows = await hand.service.ctx.db.orm.select().from(outgoing);
  expect(rows.map(({ rail, status }) => `${rail} ${status}`).sort()).toEqual([
    "paypal-by-hand sending",
    "sandbox-tron sent",
  ]);
});

test("a refund is a task that names the payment it goes back to", async () => {
  const { number, ...opened } = await invoiced();
  await received(number, "60.00");
  await hand.must("carol", "orders refund", { ref: opened.ref, reason: "the customer asks for it" });
  const refund = await taskOfKind("refund");
  const taskPage = await hand.must("anna", "tasks show", { number: refund.number });
  expect(taskPage.data).toMatchObject({ refunds: txOf("paid 60.00") });
  await hand.must("anna", "tasks claim", { number: refund.number });
  const entry = seen(formatDecimal(refund.amount, 2), { tx: txOf("refund"), fee: "0" });
  const { reason: _, ...typed } = entry;
  await hand.must("anna", "tasks paid", { number: refund.number, ...typed });
  expect(await stateOf(opened)).toMatchObject({ status: "refunded" });
  expect(await verify(hand.service.ctx.db)).toEqual([]);
});

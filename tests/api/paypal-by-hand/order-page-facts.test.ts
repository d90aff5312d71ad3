import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { paypalEntry, paypalTask } from "../../../upstream/db/schema/index.ts";
import { openEmailedLink } from "../../support/orders/emailed-link.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedOrder, type OpenedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, paidEntry } from "../../support/paypal-by-hand/hand-exchange.ts";
import { by, signedUp } from "../../support/service/members.ts";

const workOf = async ({ service }: HandExchange, opened: OpenedOrder) => (await track(service, opened)).by_hand;
const numberOf = async ({ service }: HandExchange, kind: "invoice" | "pay") => {
  const [task] = await service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.kind, kind));
  return String(task?.number);
};

test("an order says what a person does for it, and by when the company has promised it", async () => {
  const hand = await handExchange({ settings: { PAYPAL_WITHIN_HOURS: "6", PAYPAL_CONFIRM_ABOVE: "1" } });
  const opened = await hand.paidOrder();
  const by = new Date(hand.service.ctx.clock.now().getTime() + 6 * 3_600_000).toISOString();
  expect(await workOf(hand, opened)).toEqual({ step: "payout_to_send", by, usual_minutes: null });
  const number = await numberOf(hand, "pay");
  await hand.must("anna", "tasks claim", { number });
  const entry = paidEntry(hand.service, opened);
  await hand.must("anna", "tasks paid", { number, ...entry });
  expect(await workOf(hand, opened)).toEqual({ step: "payout_to_confirm", by, usual_minutes: null });
  const [{ id } = { id: "" }] = await hand.service.ctx.db.orm.select().from(paypalEntry);
  const read = { id, tx: entry.tx ?? "", amount: entry.amount ?? "", reason: "seen" };
  await hand.must("boris", "tasks confirm", read);
  expect(await workOf(hand, opened)).toBeNull();
});

test("the order has no invoice link until the invoice is sent, and then waits for the payer", async () => {
  const hand = await handExchange();
  const opened = await executedOrder(hand.service, paypalToUsdt);
  expect(await workOf(hand, opened)).toMatchObject({ step: "invoice_to_send", by: expect.any(String) });
  expect(await track(hand.service, opened)).toMatchObject({
    payin: { invoice_url: null },
    status_label: "Preparing your invoice",
  });
  const number = await numberOf(hand, "invoice");
  await hand.must("anna", "tasks claim", { number });
  const elsewhere = { number, invoice: "INV2-1", url: "https://paypal.com.evil.example/invoice" };
  expect(await hand.as("anna", "tasks invoiced", elsewhere)).toMatchObject({ ok: false });
  const url = "https://www.paypal.com/invoice/p/#ABCD";
  await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-1", url });
  expect(await workOf(hand, opened)).toEqual({ step: "invoice_sent", by: null, usual_minutes: null });
  expect(await track(hand.service, opened)).toMatchObject({
    payin: { invoice_url: url },
    status_label: "Waiting for payment",
  });
});

test("a member's list and the short status name what a person has still to send, not that a payment is awaited", async () => {
  const hand = await handExchange();
  const opened = await executedOrder(hand.service, paypalToUsdt);
  await openEmailedLink(hand.service, opened.ref);
  const member = await signedUp(hand.service, customerEmail);
  const row = async () => (await hand.service.call("memberOrders", by(member.token))).reply().data[0];
  const { ref, token } = opened;
  const pulse = async () => (await hand.service.call("ordersStatus", { token, query: { ref: [ref] } })).reply().data[0];
  const status = "awaiting_payment";
  expect(await row()).toMatchObject({ status, hand_step: "invoice_to_send", status_label: "Preparing your invoice" });
  expect(await pulse()).toMatchObject({ status, hand_step: "invoice_to_send" });
  const number = await numberOf(hand, "invoice");
  await hand.must("anna", "tasks claim", { number });
  const url = "https://www.paypal.com/invoice/p/#ABCD";
  await hand.must("anna", "tasks invoiced", { number, invoice: "INV2-1", url });
  expect(await row()).toMatchObject({ status, hand_step: "invoice_sent", status_label: "Waiting for payment" });
  expect(await pulse()).toMatchObject({ status, hand_step: "invoice_sent" });
});

test("a payout at PayPal takes as long as the company promises; a payout of coins what its pair says", async () => {
  const { service } = await handExchange({ settings: { PAYPAL_WITHIN_HOURS: "6" } });
  const { pairs } = (await service.call("exchangePairs", {})).reply().data;
  const timeOf = (pair: string) => pairs.find(({ id }) => id === pair)?.eta_minutes;
  expect([timeOf("usdt-trc20_paypal-usd"), timeOf("paypal-usd_usdt-trc20")]).toEqual([
    { min: 5, max: 360, usual: null },
    { min: 10, max: 60, usual: null },
  ]);
  const opened = await executedOrder(service);
  expect((await track(service, opened)).eta_minutes).toEqual({ min: 5, max: 360, usual: null });
});

test("the usual time is that of four of five of the last tasks, on the order's page and before an order", async () => {
  const hand = await handExchange();
  const timeOf = async (pair: string) => {
    const { pairs } = (await hand.service.call("exchangePairs", {})).reply().data;
    return pairs.find(({ id }) => id === pair)?.eta_minutes.usual;
  };
  expect(await timeOf("usdt-trc20_paypal-usd")).toBeNull();
  for (const minutes of [10, 12, 14, 20, 25]) {
    const opened = await hand.paidOrder({ amount: "30" });
    const { service } = hand;
    const [task] = await service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.state, "open"));
    const number = String(task?.number);
    await service.pass(minutes * 60);
    await hand.must("anna", "tasks claim", { number });
    await hand.must("anna", "tasks paid", { number, ...paidEntry(service, opened) });
  }
  const next = await hand.paidOrder({ amount: "30" });
  expect(await workOf(hand, next)).toMatchObject({ step: "payout_to_send", usual_minutes: 20 });
  hand.service.ctx.market.changed();
  expect([await timeOf("usdt-trc20_paypal-usd"), await timeOf("paypal-usd_usdt-trc20")]).toEqual([20, null]);
  expect((await track(hand.service, next)).eta_minutes.usual).toBe(20);
});

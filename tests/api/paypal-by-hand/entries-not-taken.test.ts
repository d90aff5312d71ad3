import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { paypalEntry } from "../../../upstream/db/schema/index.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { type HandExchange, handExchange, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { enterPaidInvoice } from "../../support/paypal-by-hand/paid-invoice.ts";

const reason = "seen at PayPal";
let hand: HandExchange;
let logged: string[];
let number: string;

/** A paid invoice whose payment is taken back by its rail, after somebody has entered its refund. */
beforeEach(async () => {
  logged = [];
  hand = await handExchange({ onLog: (line) => logged.push(line) });
  const { ref } = await executedOrder(hand.service, paypalToUsdt);
  number = await enterPaidInvoice(hand, ref, [{ tx: txOf("one"), amount: "100.00" }]);
  const at = hand.service.ctx.clock.now().toISOString();
  const refund = { tx: txOf("refund"), amount: "100.00", reason };
  await hand.must("anna", "tasks refunded", { number, ...refund, at, screenshot: screenshots.picture });
  const back = { rail: "paypal-by-hand", railPaymentId: txOf("one") };
  await applyEvent(hand.service.ctx, ref, { name: "payment_reversed", ...back }, "rail");
});

test("an entry that its order would not take is not confirmed, and can be rejected", async () => {
  const id = await hand.waitingEntry();
  const read = { id, tx: txOf("refund"), amount: "100.00", reason };
  const refusal = { ok: false, sentence: expect.stringContaining(`is not booked any more: \`tasks reject ${id}\``) };
  expect(await hand.as("boris", "tasks confirm", read)).toMatchObject(refusal);
  await hand.must("boris", "tasks reject", { id, reason });
  expect((await hand.must("boris", "tasks list")).data).toEqual([]);
});

test("one that was confirmed and is not taken stands first in the lists, and is logged once", async () => {
  // As if the order had changed between the confirmation and its telling.
  const decided = { state: "confirmed", decidedBy: "boris", decidedAt: hand.service.ctx.clock.now() } as const;
  await hand.service.ctx.db.orm.update(paypalEntry).set(decided).where(eq(paypalEntry.state, "waiting"));
  const warnings = () => logged.filter((line) => line.includes("does not take an entry"));
  await hand.tell();
  expect(warnings()).toHaveLength(1);
  await hand.service.pass(61);
  for (let turn = 0; turn < 3; turn += 1) await hand.tell();
  expect(warnings()).toHaveLength(1);
  const row = { task: Number(number), what: "refunded", state: "not taken by its order" };
  expect((await hand.must("boris", "tasks list")).data).toMatchObject([row]);
  expect((await hand.must("boris", "today")).data).toMatchObject({ paypal_tasks: [row] });
});

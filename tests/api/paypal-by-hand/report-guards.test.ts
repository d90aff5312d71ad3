import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { payment, paypalImport } from "../../../upstream/db/schema/index.ts";
import { executedOrder, paypalToUsdt } from "../../support/orders/order-steps.ts";
import { ownAccount, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { day, ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const reason = "on PayPal's page";
const refusal = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });
const halfDayS = 13 * 3600;
const asProposed = async (today: ReportDay) =>
  ((await today.hand.must("anna", "tasks proposals")).data as { line: number; as: string; tx: string }[]).map(
    ({ tx, as }) => `${as} ${tx}`,
  );

test("money of a currency that the rail does not serve is no difference", async () => {
  const today = await ReportDay.of();
  const euros = { currency: "EUR", account: "eve@example.com" };
  today.add({ tx: txOf("euros out"), gross: -500n, ...euros });
  today.add({ tx: txOf("euros in"), gross: 500n, ...euros });
  today.add({ tx: txOf("dollars"), gross: 100n, account: "eve@example.com" });
  await today.hand.service.pass(halfDayS);
  await today.import();
  expect(await today.differences()).toEqual([`credit_not_booked ${txOf("dollars").toLowerCase()}`]);
});

test("a refund is proposed only for a payment of this rail that its second person has confirmed", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const paid = await today.received("paid");
  const waiting = await today.received("waiting", { isEntered: false });
  await today.enter("received", await today.taskOf(waiting.ref), waiting.tx, "100.00", "3.98");
  // The same transaction, as another rail has booked it.
  const [row] = await service.ctx.db.orm.select().from(payment).where(eq(payment.orderRef, paid.ref));
  if (!row) throw new Error("no payment");
  await service.ctx.db.orm.insert(payment).values({ ...row, id: "pay_other", rail: "paypal", amount: 1n });
  const about = { type: "Payment Refund", gross: -1_000n };
  today.add({ ...about, tx: txOf("refund of waiting"), reference: waiting.tx });
  today.add({ ...about, tx: txOf("refund of paid"), reference: paid.tx });
  await service.pass(halfDayS);
  await today.import();
  expect(await asProposed(today)).toEqual([`refunded ${txOf("refund of paid")}`]);
  await must("boris", "tasks confirm", {
    id: await today.hand.waitingEntry(),
    tx: waiting.tx,
    amount: "100.00",
    reason,
  });
  expect(await asProposed(today)).toHaveLength(2);
});

test("a report of no time, and lines that were imported a moment ago, are refused", async () => {
  const today = await ReportDay.of();
  const { service } = today.hand;
  today.add({ tx: txOf("one"), gross: 100n, account: "" });
  await service.pass(halfDayS);
  expect(await today.import(today.lines, { from: day.until, until: day.until })).toMatchObject(
    refusal("until: has to be after from"),
  );
  await today.import();
  // Another import has written the line between reading and writing.
  const { db } = service.ctx;
  const { transaction } = db;
  const again = sql`insert into paypal_line (import, position, tx, at, type, status, currency, gross, fee)
    select import, position, tx, at, type, status, currency, gross, fee from paypal_line limit 1`;
  let calls = 0;
  const interrupted: typeof transaction = (work) => {
    calls += 1;
    // The first one checks who gives the command.
    return transaction(async (tx) => {
      if (calls > 1) await tx.execute(again);
      return work(tx);
    });
  };
  Object.assign(db, { transaction: interrupted });
  const other = today.import(today.lines, { from: "2026-11-20T12:00Z" });
  expect(await other).toMatchObject(refusal("the same lines were imported a moment ago"));
  Object.assign(db, { transaction });
  expect(await db.orm.$count(paypalImport)).toBe(1);
});

test("a line with a fee that PayPal has given back is entered from a screenshot", async () => {
  const today = await ReportDay.of();
  const { service, must, as } = today.hand;
  const { ref } = await executedOrder(service, paypalToUsdt);
  today.add({ tx: txOf("paid"), gross: 10_000n, fee: 5n });
  await service.pass(halfDayS);
  await today.import();
  const [proposal] = (await must("anna", "tasks proposals")).data as { line: number }[];
  const accepting = { line: String(proposal?.line), reason };
  expect(await as("anna", "tasks accept", accepting)).toMatchObject(refusal("has given back a fee"));
  expect(await today.taskOf(ref)).not.toBe("");
});

test("a refund with a fee is accepted without it, and the comparison names the fee", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const paid = await today.received("paid");
  const refund = { gross: -1_000n, fee: 30n, type: "Payment Refund", reference: paid.tx };
  today.add({ ...refund, tx: txOf("refund") });
  await service.pass(halfDayS);
  await today.import();
  const [proposal] = (await must("anna", "tasks proposals")).data as { line: number }[];
  await must("anna", "tasks accept", { line: String(proposal?.line), reason });
  await must("boris", "tasks confirm", {
    id: await today.hand.waitingEntry(),
    tx: txOf("refund"),
    amount: "10.00",
    reason,
  });
  expect(await today.differences()).toEqual([`fee_differs ${txOf("refund")}`]);
  // Once what it lacks is booked it is marked, by its name alone.
  const unknown = await today.hand.as("anna", "differences mark-corrected", { subject: txOf("none"), reason });
  expect(unknown).toMatchObject({ ok: false, sentence: expect.stringContaining("no difference about") });
  await must("anna", "differences mark-corrected", { subject: txOf("refund"), reason });
  expect(await today.differences()).not.toContain(`fee_differs ${txOf("refund")}`);
});

test("what was booked of a withdrawal has to be all that left with its transaction", async () => {
  const today = await ReportDay.of({ PAYPAL_CURRENCIES: "USD,EUR" });
  const { service, must } = today.hand;
  const bank = { account: "", type: "General Withdrawal" };
  const names = ["exact", "too little", "without its fee", "of a fee that was not taken", "with another currency"];
  for (const name of names)
    today.add({ tx: txOf(name), gross: -20_000n, fee: /not taken|another/.test(name) ? 0n : -300n, ...bank });
  const booked = { asset: "paypal-usd", anyway: "yes", reason };
  const take = (name: string, amount: string) =>
    must("treasurer", "reserve take", { ...booked, amount, tx: txOf(name) });
  const fee = (name: string) =>
    must("treasurer", "reserve fee", { ...booked, amount: "3", kind: "rail", tx: txOf(name) });
  await take("exact", "200");
  await take("too little", "199.99");
  await take("without its fee", "200");
  await take("of a fee that was not taken", "200");
  await take("with another currency", "200");
  await must("treasurer", "reserve fund", { ...booked, asset: "paypal-eur", amount: "3" });
  const euros = { ...booked, asset: "paypal-eur", amount: "3", kind: "rail", tx: txOf("with another currency") };
  await must("treasurer", "reserve fee", euros);
  for (const name of ["exact", "too little", "of a fee that was not taken"]) await fee(name);
  await service.pass(halfDayS);
  await today.import();
  const named = names.slice(1).map((name) => `rail_without_sent ${txOf(name)}`);
  expect((await today.differences()).filter((difference) => difference.startsWith("rail"))).toEqual(named.sort());
});

test("a return is under way while it waits for its second person, and for as long as the company promises to enter it", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const [entered, proposed] = [await today.paid("entered"), await today.paid("proposed")];
  const back = (item: { tx: string }, name: string) =>
    today.add({ tx: txOf(name), gross: -today.line(item.tx).gross, type: "Payment Reversal", reference: item.tx });
  back(entered, "entered back");
  const old = back(proposed, "proposed back");
  const amount = (Number(-today.line(entered.tx).gross) / 100).toFixed(2);
  const number = await today.payTaskOf(entered.movement);
  await today.enter("returned", number, txOf("entered back"), amount, "0");
  await service.pass(halfDayS);
  // Within the last twelve hours of the report, and before them.
  await today.import(today.lines.map((line) => (line === old ? { ...line, at: new Date("2026-11-21T20:00Z") } : line)));
  expect(await today.differences()).toEqual([]);
  await today.import(
    today.lines.map((line) => (line === old ? { ...line, at: new Date(line.at.getTime() + 1000) } : line)),
    { until: "2026-11-22T00:30Z" },
  );
  const differs = await today.differences();
  expect(differs.filter((difference) => !difference.includes(proposed.movement))).toEqual([]);
  await must("boris", "tasks confirm", {
    id: await today.hand.waitingEntry(),
    tx: txOf("entered back"),
    amount,
    reason,
  });
  expect((await today.differences()).filter((difference) => difference.includes(entered.movement))).toEqual([]);
});

test("a payment from another account of ours is no customer's: it is booked as our own, or named", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  today.add({ tx: txOf("own"), gross: 50_000n, fee: -100n, account: ownAccount });
  today.add({ tx: txOf("own, not booked"), gross: 700n, account: ownAccount });
  const fund = { asset: "paypal-usd", amount: "499", tx: txOf("own"), anyway: "yes", reason };
  await must("treasurer", "reserve fund", fund);
  await service.pass(halfDayS);
  await today.import();
  expect(await today.differences()).toEqual([`credit_not_booked ${txOf("own, not booked")}`]);
});

test("what was entered or booked for a time after the report is no difference until a report covers that time", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const about = { asset: "paypal-usd", anyway: "yes", reason };
  for (const name of ["in", "in, booked late", "out, booked late"])
    today.add({ tx: txOf(name), gross: name.startsWith("in") ? 100n : -300n, account: "" });
  await must("treasurer", "reserve fund", { ...about, amount: "1", tx: txOf("in") });
  await service.pass(halfDayS);
  await today.import();
  // Of the report's time, booked after it.
  await must("treasurer", "reserve fund", { ...about, amount: "1", tx: txOf("in, booked late") });
  await must("treasurer", "reserve take", { ...about, amount: "3", tx: txOf("out, booked late") });
  expect(await today.differences()).toEqual([]);

  const item = await today.received("later");
  const payout = await today.paid("later payout");
  const refund = { number: await today.taskOf(item.ref), tx: txOf("later refund"), amount: "10.00", reason };
  const at = service.ctx.clock.now().toISOString();
  await must("anna", "tasks refunded", { ...refund, at, screenshot: screenshots.picture });
  await must("boris", "tasks confirm", { ...refund, id: await today.hand.waitingEntry() });
  await must("treasurer", "reserve take", { ...about, amount: "5" });
  await must("treasurer", "reserve fund", { ...about, amount: "7" });
  await service.pass(60);
  expect(await today.differences()).toEqual([]);

  await service.pass(24 * 3600);
  // A report of that day, in which none of it is.
  await today.import([], { from: day.until, until: "2026-11-23T00:00Z" });
  const names = (await today.differences()).filter((difference) => !difference.startsWith("balance"));
  expect(names).toEqual([
    `booked_without_credit ${item.tx.toLowerCase()}`,
    `fee_differs ${payout.tx}`,
    ...[await today.movementOf(refund.tx), payout.movement].map((id) => `sent_without_rail ${id}`).sort(),
  ]);
});

test("a refund of the report's time that is entered after it has to be in the report", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const item = await today.received("paid");
  const at = service.ctx.clock.now().toISOString();
  await service.pass(halfDayS);
  await today.import();
  const refund = { number: await today.taskOf(item.ref), tx: txOf("refund"), amount: "10.00", reason };
  await must("anna", "tasks refunded", { ...refund, at, screenshot: screenshots.picture });
  await must("boris", "tasks confirm", { ...refund, id: await today.hand.waitingEntry() });
  await service.pass(60);
  expect(await today.differences()).toEqual([`sent_without_rail ${await today.movementOf(refund.tx)}`]);
});

test("a payment that nobody has entered is a difference once the promised time is over; one that waits for its second person is none", async () => {
  const today = await ReportDay.of({ PAYPAL_WITHIN_HOURS: "1" });
  const { service, must, as } = today.hand;
  const old = await today.received("old", { isEntered: false });
  const waiting = await today.received("waiting", { isEntered: false });
  const yen = await today.received("yen");
  const late = await today.received("late", { isEntered: false });
  for (const { tx } of [yen, late]) Object.assign(today.line(tx), { currency: "JPY", fee: 0n });
  await today.enter("received", await today.taskOf(waiting.ref), waiting.tx, "100.00", "3.98");
  await service.pass(halfDayS);
  // Confirmed after the report's end, of a line before it.
  await today.enter("received", await today.taskOf(late.ref), late.tx, "100.00", "3.98");
  const read = { id: await today.hand.waitingEntry(), tx: late.tx, amount: "100.00", reason };
  await must("boris", "tasks confirm", read);
  await service.pass(60);
  const reported = today.lines.filter(({ tx }) => tx !== waiting.tx);
  await today.import(reported);
  const expected = [
    ...[yen, late].map(({ tx }) => `booked_without_credit ${tx.toLowerCase()}`).sort(),
    `credit_not_booked ${old.tx.toLowerCase()}`,
  ];
  expect(await today.differences()).toEqual(expected);
  // The order has not heard of what was confirmed a moment ago.
  const { market } = service.ctx;
  const { terms } = market;
  Object.assign(market, { terms: () => Promise.reject(new Error("the process has ended")) });
  await as("boris", "tasks confirm", { id: await today.hand.waitingEntry(), tx: waiting.tx, amount: "100.00", reason });
  Object.assign(market, { terms });
  await today.import(today.lines);
  expect(await today.differences()).toEqual(expected);
  await today.hand.tell();
  expect(await today.differences()).toEqual(expected);
});

test("a payment of an invoice that is to be cancelled is proposed for the invoice alone, and a second one for nothing", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const { ref, token } = await executedOrder(service, paypalToUsdt);
  const number = await today.taskOf(ref);
  await must("anna", "tasks claim", { number });
  await must("anna", "tasks invoiced", { number, invoice: "INV2-ABCD" });
  (await service.call("exchangeCancel", { token, body: { ref } })).reply();
  for (const name of ["first", "second"]) today.add({ tx: txOf(name), gross: 10_000n });
  await service.pass(halfDayS);
  await today.import();
  expect(await asProposed(today)).toEqual([`received ${txOf("first")}`]);
});

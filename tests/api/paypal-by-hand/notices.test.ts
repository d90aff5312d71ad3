import { beforeEach, expect, test } from "vitest";
import { audit, paypalEntry } from "../../../upstream/db/schema/index.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { addFile, ownAccount, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { noticeEmail } from "../../support/paypal-by-hand/notice-email.ts";
import { ReportDay } from "../../support/paypal-by-hand/report-day.ts";

let today: ReportDay;
beforeEach(async () => {
  today = await ReportDay.of();
});

/** An email as it is saved. */
const email = (subject: string, rows: string[], isHtml = false) =>
  addFile(noticeEmail(subject, rows, { at: today.hand.service.ctx.clock.now(), isHtml }));
const notice = async (subject: string, rows: string[], isHtml = false) =>
  (await today.hand.must("anna", "tasks notice", { email: email(subject, rows, isHtml) })).data;

test("a notice names the task that it is for, in the form of a proposal, and changes nothing", async () => {
  const { service } = today.hand;
  const sent = await today.paid("sent", { isEntered: false });
  const received = await today.received("received", { isEntered: false });
  const refunded = await today.received("refunded");
  const returned = await today.paid("returned");
  const amountOf = (tx: string) => (Number(today.line(tx).gross) / 100).toFixed(2).replace("-", "");
  const state = async () => [await service.ctx.db.orm.$count(paypalEntry), await service.ctx.db.orm.$count(audit)];
  const before = await state();

  const paid = [
    `Номер транзакции: ${received.tx}`,
    "Сумма: 100,00 USD",
    `Покупатель: ${paypalAccount}`,
    `Кому: ${ownAccount}`,
  ];
  const number = Number(await today.taskOf(received.ref));
  expect(await notice("Вы получили платёж", paid, true)).toMatchObject({
    ...{ line: null, tx: received.tx, amount: "100.00 USD", account: paypalAccount, task: number, as: "received" },
    next: expect.stringContaining(`tasks received ${number} --tx ${received.tx} --amount 100.00 --at TIME`),
    do_not: expect.stringContaining("Believe nothing"),
  });
  const out = [`Transaction ID: ${sent.tx}`, `You sent: ${amountOf(sent.tx)} USD`, `To: ${paypalAccount}`];
  const pay = Number(await today.payTaskOf(sent.movement));
  expect(await notice("You sent a payment", out)).toMatchObject({ task: pay, as: "paid" });

  const refund = (original: string) => [
    ...[`Transaction ID: ${txOf("back")}`, `Original transaction ID: ${original}`],
    "Refund amount: 10.00 USD",
  ];
  const invoice = Number(await today.taskOf(refunded.ref));
  expect(await notice("Refund issued", refund(refunded.tx))).toMatchObject({
    ...{ task: invoice, as: "refunded", next: expect.stringContaining(`--of ${refunded.tx}`) },
  });
  const back = Number(await today.payTaskOf(returned.movement));
  expect(await notice("You received a refund", refund(returned.tx))).toMatchObject({ task: back, as: "returned" });

  const opened = [
    `Transaction ID: ${refunded.tx}`,
    "Disputed amount: 100.00 USD",
    "Case ID: PP-D-1",
    "Respond by: Dec 8, 2026",
  ];
  expect(await notice("A case was opened about a payment you received: dispute", opened)).toMatchObject({
    ...{ task: invoice, as: "disputed", case: "PP-D-1", answer_by: "Dec 8, 2026" },
    next: expect.stringContaining(`tasks disputed ${invoice} --case PP-D-1 --answer-by DAY --of ${refunded.tx}`),
  });
  expect(await state()).toEqual(before);
});

test("a notice that is entered already, looks like no task, or cannot be read, says so", async () => {
  const entered = await today.received("entered");
  const rows = (tx: string) => [`Transaction ID: ${tx}`, "Amount: 100.00 USD", `Buyer: ${paypalAccount}`];
  const subject = "You've received a payment";
  expect(await notice(subject, rows(entered.tx))).toMatchObject({
    task: null,
    next: `It was entered for task ${await today.taskOf(entered.ref)}.`,
  });
  expect(await notice(subject, rows(txOf("unknown")))).toMatchObject({
    task: null,
    next: expect.stringContaining("looks like no task"),
  });
  const refused = async (file: string) => today.hand.as("anna", "tasks notice", { email: file });
  expect(await refused(email(subject, ["Hello"]))).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining("no row Transaction ID") },
  });
  expect(await refused(addFile("no email"))).toMatchObject({ ok: false });
});

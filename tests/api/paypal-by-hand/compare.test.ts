import { expect, test } from "vitest";
import { paypalTask } from "../../../upstream/db/schema/index.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { addFile, handExchange, paidEntry, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";

const header = "Date,Time,TimeZone,Type,Status,Currency,Gross,Fee,From Email Address,To Email Address,Transaction ID";
const line = (tx: string, gross: string, fee: string) =>
  `28/11/2026,12:05:00,GMT,Payment,Completed,USD,${gross},${fee},shop@kursa.example,${paypalAccount},${tx}`;
const today = { from: "2026-11-21", until: "2026-11-22" };

test("PayPal's report is compared with what was entered, and proposes the task of what was not", async () => {
  const hand = await handExchange();
  const opened = await hand.paidOrder();
  const [task] = await hand.service.ctx.db.orm.select().from(paypalTask);
  const number = String(task?.number);
  const { amount } = opened.order.to;
  const report = addFile([header, line(txOf(opened.ref), `-${amount}`, "-0.35")].join("\n"));
  const before = await hand.must("anna", "tasks compare", { report, ...today });
  expect(before.data).toMatchObject({
    differences: 1,
    not_entered: [{ next: `tasks paid ${number} --tx ${txOf(opened.ref)} --amount ${amount} --fee 0.35` }],
  });
  await hand.must("anna", "tasks claim", { number });
  await hand.must("anna", "tasks paid", { number, ...paidEntry(hand.service, opened) });
  // The same report again changes nothing, and agrees now.
  for (let times = 0; times < 2; times += 1) {
    const after = await hand.must("anna", "tasks compare", { report, ...today });
    expect(after.data).toBe("1 transactions, and all were entered as the report has them.");
  }
  const other = addFile([header, line(txOf(opened.ref), `-${amount}`, "-0.36")].join("\n"));
  const differs = await hand.must("anna", "tasks compare", { report: other, ...today });
  expect(differs.data).toMatchObject({ differs: [{ fee: "0.36", entered_fee: "0.35" }] });
  const empty = await hand.must("anna", "tasks compare", { report: addFile(header), ...today });
  expect(empty.data).toMatchObject({ not_in_report: [{ tx: txOf(opened.ref) }] });
  const wrong = await hand.as("anna", "tasks compare", { report: addFile("<html>"), ...today });
  expect(wrong).toMatchObject({ ok: false, sentence: expect.stringContaining("report:") });
});

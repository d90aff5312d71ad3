import { expect, test } from "vitest";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const reason = "seen at PayPal";
const dayS = 86_400;

test("a payout that the report says is unclaimed is listed 30 days after it was sent, until its return is entered", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const listed = async () => {
    const rows = (await must("anna", "tasks list")).data as { task: number; state: string; next: string }[];
    const { paypal_tasks: tasks } = (await must("anna", "today")).data as { paypal_tasks: typeof rows };
    const unclaimed = [rows, tasks].map((list) => list.filter(({ state }) => state === "unclaimed"));
    expect(unclaimed[0]?.map(({ task, next }) => [task, next])).toEqual(
      unclaimed[1]?.map(({ task, next }) => [task, next]),
    );
    return rows[0]?.state === "unclaimed" ? rows.filter(({ state }) => state === "unclaimed") : [];
  };
  const item = await today.paid("unclaimed");
  const claimed = await today.paid("claimed");
  await today.paid("completed");
  for (const { tx } of [item, claimed]) Object.assign(today.line(tx), { status: "Unclaimed" });
  await service.pass(13 * 3600);
  await today.import();
  await service.pass(30 * dayS - 13 * 3600 - 60);
  await today.hand.paidOrder();
  expect(await listed()).toEqual([]);
  await service.pass(60);
  const number = await today.payTaskOf(item.movement);
  const next = expect.stringContaining(`PayPal returns it today: enter \`tasks returned ${number}\``);
  expect(await listed()).toMatchObject([{ task: Number(number), next }, { what: "pay" }]);

  Object.assign(today.line(claimed.tx), { status: "Completed" });
  await today.import();
  expect(await listed()).toMatchObject([{ task: Number(number) }]);

  const amount = (today.line(item.tx).gross * -1n).toString().replace(/(..)$/, ".$1");
  const back = { number, tx: txOf("back"), amount, fee: "0", account: paypalAccount, reason };
  const at = service.ctx.clock.now().toISOString();
  const enter = () => must("anna", "tasks returned", { ...back, at, screenshot: screenshots.picture });
  await enter();
  expect(await listed()).toEqual([]);
  await must("boris", "tasks reject", { id: await today.hand.waitingEntry(), reason: "not at PayPal" });
  expect(await listed()).toMatchObject([{ task: Number(number) }]);
  await enter();
  await must("boris", "tasks confirm", { id: await today.hand.waitingEntry(), tx: back.tx, amount, reason });
  expect(await listed()).toEqual([]);
});

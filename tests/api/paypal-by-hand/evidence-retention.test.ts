import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { order, paypalEntry, paypalLine, paypalPicture } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { forgetEvidence } from "../../../upstream/rails/paypal-by-hand/forget-evidence.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { ownAccount, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { ReportDay } from "../../support/paypal-by-hand/report-day.ts";

const dayMs = 86_400_000;
const reason = "on PayPal's page";
const eve = "eve@example.com";

test("screenshots and accounts are deleted 540 days after the payment, unless they are needed; differences stay the same", async () => {
  const today = await ReportDay.of();
  const { service, must } = today.hand;
  const { db, clock } = service.ctx;
  const plain = await today.paid("plain");
  const other = await today.paid("contradicted");
  today.line(other.tx).account = eve;
  const disputed = await today.received("disputed");
  await today.disputed(disputed, "PP-D-1");
  today.add({ tx: txOf("stranger"), gross: 777n, account: eve });
  today.add({ tx: txOf("ours"), gross: 778n, account: ownAccount });
  const waiting = await today.received("waiting", { isEntered: false });
  const number = await today.taskOf(waiting.ref);
  const seen = { tx: waiting.tx, amount: "100.00", fee: "3.98", account: paypalAccount, reason };
  const at = service.ctx.clock.now().toISOString();
  await must("anna", "tasks received", { number, ...seen, at, screenshot: screenshots.picture });
  // It waits for its second person, and its order is completed.
  await today.enter("returned", await today.payTaskOf(plain.movement), txOf("back"), "20.00", "0");
  await service.pass(13 * 3600);
  await today.import();
  const differences = await today.differences();
  expect(differences).toContain(`rail_without_sent ${other.tx}`);

  const forgetAfter = (ms: number) =>
    forgetEvidence({ ...service.ctx, clock: { ...clock, now: () => new Date(clock.now().getTime() + ms) } });
  const pictures = () => db.orm.$count(paypalPicture);
  const accountsOf = async () =>
    Object.fromEntries((await db.orm.select().from(paypalLine)).map(({ tx, account }) => [tx, account]));
  const before = await accountsOf();
  expect(await pictures()).toBe(6);
  await db.orm
    .update(order)
    .set({ updatedAt: new Date(0) })
    .where(eq(order.ref, plain.ref));
  // The payments are 13 hours old.
  await forgetAfter(539 * dayMs);
  expect([await pictures(), await accountsOf()]).toEqual([6, before]);
  await forgetAfter(541 * dayMs);
  expect(await pictures()).toBe(4);
  expect(await accountsOf()).toEqual({ ...before, [txOf("plain")]: "", [txOf("stranger")]: "" });
  expect(await db.orm.$count(paypalEntry)).toBe(6);
  expect(await today.differences()).toEqual(differences);
  const again = await today.import(today.lines, { from: "2026-11-20T12:00Z" });
  expect(again).toMatchObject({ data: { new: 0, changed: 0 } });

  await today.ended(disputed, "PP-D-1", "won");
  // The order has changed since.
  await forgetAfter(540 * dayMs - 3_600_000);
  expect(await pictures()).toBe(5);
  await forgetAfter(541 * dayMs);
  expect(await pictures()).toBe(2);
  expect(await verify(db)).toEqual([]);
});

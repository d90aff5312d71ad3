import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkerApproval, makerEntry, outgoing, paypalEntry, paypalTask } from "../../../upstream/db/schema/index.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { paypalAccount } from "../../support/orders/example-customer.ts";
import { executedOrder, paypalToUsdt, track } from "../../support/orders/order-steps.ts";
import { files, handExchange, screenshots, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { enrol, signedBy, type TestStaff } from "../../support/service/staff.ts";
import { violations } from "../../support/withdrawals/withdrawals.ts";

test("among staff, the second person's signed confirmation is the approval that the payout guard asks for", async () => {
  const hand = await handExchange();
  const { service } = hand;
  const { anna, boris } = await enrol(service.ctx);
  const give = async (staff: TestStaff, command: string, args: Record<string, string>) => {
    const outcome = await runCommand(service.ctx, { ...signedBy(service.ctx, staff, command, args), files });
    await service.runJobs();
    return outcome;
  };
  const opened = await executedOrder(service, paypalToUsdt);
  const [task] = await service.ctx.db.orm.select().from(paypalTask);
  const number = String(task?.number);
  expect(await give(anna, "tasks claim", { number })).toMatchObject({ ok: true });
  expect(await give(anna, "tasks invoiced", { number, invoice: "INV2-1" })).toMatchObject({ ok: true });
  const seen = { tx: txOf("paid"), amount: "100.00", fee: "3.98", account: paypalAccount };
  const at = service.ctx.clock.now().toISOString();
  const entry = { number, ...seen, at, screenshot: screenshots.picture, reason: "seen paid" };
  // Without a signature, and with another picture than was signed.
  expect(await hand.as("anna", "tasks received", entry)).toMatchObject({ ok: false });
  const signed = signedBy(service.ctx, anna, "tasks received", entry);
  const other = { [screenshots.picture]: Buffer.from("another").toString("base64") };
  expect(await runCommand(service.ctx, { ...signed, files: other })).toMatchObject({
    ok: false,
    sentence: "screenshot: the file did not come with the command.",
  });
  expect(await give(anna, "tasks received", entry)).toMatchObject({ ok: true });

  const [row] = await service.ctx.db.orm.select().from(paypalEntry);
  const [makerRow] = await service.ctx.db.orm.select().from(makerEntry).where(eq(makerEntry.kind, "payin_confirmed"));
  expect(makerRow?.id).toBe(row?.id);
  const read = { id: row?.id ?? "", tx: seen.tx, amount: "100", reason: "the same on the screenshot" };
  expect(await give(anna, "tasks confirm", read)).toMatchObject({ ok: false });
  expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
  expect(await give(boris, "tasks confirm", read)).toMatchObject({ ok: true });
  expect(await service.ctx.db.orm.select().from(checkerApproval)).toHaveLength(1);
  expect(await track(service, opened)).toMatchObject({ status: "completed" });
  expect(await violations(service)).toEqual([]);
});

test("an entry that was rejected keeps nothing back: the right one is confirmed, and the order goes on", async () => {
  const hand = await handExchange();
  const { service } = hand;
  const { anna, boris } = await enrol(service.ctx);
  const give = async (staff: TestStaff, command: string, args: Record<string, string>) => {
    const outcome = await runCommand(service.ctx, { ...signedBy(service.ctx, staff, command, args), files });
    await service.runJobs();
    expect(outcome).toMatchObject({ ok: true });
  };
  const opened = await executedOrder(service, paypalToUsdt);
  const [task] = await service.ctx.db.orm.select().from(paypalTask);
  const number = String(task?.number);
  await give(anna, "tasks claim", { number });
  await give(anna, "tasks invoiced", { number, invoice: "INV2-1" });
  const at = service.ctx.clock.now().toISOString();
  const facts = { amount: "100.00", fee: "3.98", account: paypalAccount, at, screenshot: screenshots.picture };
  await give(anna, "tasks received", { number, tx: txOf("misread"), ...facts, reason: "seen paid" });
  await give(boris, "tasks reject", { id: await hand.waitingEntry(), reason: "another number on the screenshot" });
  await give(anna, "tasks received", { number, tx: txOf("paid"), ...facts, reason: "seen paid" });
  const read = { id: await hand.waitingEntry(), tx: txOf("paid"), amount: "100", reason: "the same on the screenshot" };
  await give(boris, "tasks confirm", read);
  expect(await track(service, opened)).toMatchObject({ status: "completed" });
  expect(await violations(service)).toEqual([]);
});

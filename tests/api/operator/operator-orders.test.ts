import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { ownDataFolder } from "../../../upstream/db/pglite/lock.ts";
import { connectToOwner } from "../../../upstream/db/pglite/lock-owner.ts";
import { audit, order, orderEvent, orderNote } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { outcome } from "../../../upstream/operator/request.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { commandHandler, runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { customerEmail } from "../../support/orders/example-customer.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

const anna = { name: "anna" };
let ctx: TestContext;
let ref: string;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  ref = (await executedRow(ctx)).ref;
});

const run = (command: string, args: Record<string, string> = {}) => runCommand(ctx, { command, args, operator: anna });

async function read() {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}

describe("an order handled by an operator", () => {
  test("is held before the payout and released, with operator and reason for each step", async () => {
    expect(await run("orders hold", { ref, reason: "looks odd" })).toMatchObject({ ok: true });
    expect(await read()).toMatchObject({ status: "on_hold", holdReason: "manual_review" });
    await simulateEvent(ctx, await read(), "pay_exact", null);
    expect((await read()).status).toBe("on_hold");
    expect(await run("orders release", { ref, reason: "all is well" })).toMatchObject({ ok: true });
    expect((await read()).status).toBe("processing");

    const auditRows = await ctx.db.orm.select().from(audit).where(eq(audit.subject, ref)).orderBy(audit.id);
    expect(auditRows.map(({ actor, action, reason }) => ({ actor, action, reason }))).toEqual([
      { actor: "anna", action: "operator_hold", reason: "looks odd" },
      { actor: "anna", action: "operator_release", reason: "all is well" },
    ]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("is completed by a manual payout", async () => {
    await simulateEvent(ctx, await read(), "payout_returned", null);
    await simulateEvent(ctx, await read(), "pay_exact", null);
    await ctx.jobs.run(jobWork(ctx, collectingPost()));
    expect(await read()).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    const done = await run("orders complete-payout", { ref, tx: "PP-1234", reason: "sent from the other account" });
    expect(done).toMatchObject({ ok: true });
    expect((await read()).status).toBe("completed");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("is not changed when the order machine refuses; the reply gives the reason", async () => {
    const outcomeOfRelease = await run("orders release", { ref, reason: "a slip" });
    expect(outcomeOfRelease).toMatchObject({ ok: false, sentence: expect.stringMatching(/is awaiting_payment: this/) });
    const byHand = await run("orders complete-payout", { ref, tx: "PP-1", reason: "a slip" });
    expect(byHand).toMatchObject({ ok: false });
    expect(await ctx.db.orm.select().from(audit).where(eq(audit.subject, ref))).toEqual([]);
    const events = await ctx.db.orm.select().from(orderEvent).where(eq(orderEvent.orderRef, ref));
    expect(events.some(({ by }) => by === "operator")).toBe(false);
  });

  test.each(["orders hold", "orders release", "orders complete-payout", "orders refund", "orders close"])(
    "%s requires a reason and an existing order",
    async (command) => {
      const withoutReason = await run(command, { ref, tx: "PP-1" });
      expect(withoutReason).toEqual({ ok: false, sentence: 'reason: Enter a reason with --reason "...".' });
      const missing = await run(command, { ref: "0000-0000-00", tx: "PP-1", reason: "a slip" });
      expect(missing).toEqual({ ok: false, sentence: "There is no order 0000-0000-00." });
    },
  );

  test("is listed and shown for its number in any spelling", async () => {
    const list = await run("orders list", { status: "awaiting_payment" });
    expect(list.ok && list.data).toMatchObject([{ status: "awaiting_payment", from: "500.000000 usdt-trc20" }]);
    const outcome = await run("orders show", { ref: ` ${ref.toLowerCase().replace(/(.{4})/, "$1-")} ` });
    expect(outcome.ok && outcome.data).toMatchObject({ status: "awaiting_payment", email: customerEmail });
    expect(await run("orders list", { held: "yes" })).toEqual({ ok: true, data: [] });
  });

  test("takes notes with their author", async () => {
    expect(await run("orders note", { ref, text: "called, will pay tomorrow" })).toMatchObject({ ok: true });
    const [note] = await ctx.db.orm.select().from(orderNote).where(eq(orderNote.orderRef, ref));
    expect(note).toMatchObject({ actor: "anna", text: "called, will pay tomorrow" });
    const outcome = await run("orders show", { ref });
    expect(outcome.ok && outcome.data).toMatchObject({ notes: [{ actor: "anna", text: "called, will pay tomorrow" }] });
  });
});

test("the process that owns the embedded database runs operator commands of others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "owner-"));
  const ownership = await ownDataFolder(folder);
  ownership.serve(commandHandler(ctx));
  const owner = await connectToOwner(folder);
  if (!owner) throw new Error("Nobody answers");

  const ask = async (line: string) => outcome.parse(JSON.parse(await owner.request(line)));
  const held = await ask(JSON.stringify({ command: "orders hold", args: { ref, reason: "odd" }, operator: anna }));
  expect(held).toMatchObject({ ok: true });
  expect((await read()).status).toBe("on_hold");
  expect(await ask(JSON.stringify({ command: "make money", args: {}, operator: anna }))).toMatchObject({ ok: false });
  expect(await ask('{"command":"reserve list"}')).toEqual({ ok: false, sentence: "Not a command." });
  expect(await ask("nonsense")).toEqual({ ok: false, sentence: "Not a command." });

  owner.close();
  ownership.release();
  await rm(folder, { recursive: true });
});

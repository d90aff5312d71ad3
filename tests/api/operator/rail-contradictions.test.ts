import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { order, outgoing } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { runDueSteps } from "../../../upstream/rails/sandbox/run-steps.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
let ref: string;
const anna = (command: string, args: Record<string, string> = {}) =>
  runCommand(ctx, { command, args: { ref, reason: "seen on the rail's page", ...args }, operator: { name: "anna" } });
const work = () => ctx.jobs.run(jobWork(ctx, collectingPost()));
async function read() {
  const [row] = await ctx.db.orm.select().from(order).where(eq(order.ref, ref));
  if (!row) throw new Error("The order is gone");
  return row;
}
async function railsDo() {
  for (let turn = 0; turn < 5; turn += 1) {
    await ctx.clock.advance(31);
    await runDueSteps(ctx);
  }
}

/** An order whose payout the rail is sending. */
beforeEach(async () => {
  ctx = await testContext(await freshDatabase(), { SANDBOX_PACE_MS: "1000" });
  ref = (await executedRow(ctx)).ref;
  await simulateEvent(ctx, await read(), "pay_exact", null);
  await railsDo();
  await work();
  expect((await read()).status).toBe("sending");
});

describe("while the rail may still send", () => {
  test.each([
    ["orders payout-failed", {}, /may still send this payout/],
    ["orders complete-payout", { tx: "PP-1" }, /being paid by its rail/],
  ])("%s is refused", async (command, args, sentence) => {
    expect(await anna(command, args)).toMatchObject({ ok: false, sentence: expect.stringMatching(sentence) });
    expect((await read()).status).toBe("sending");
    await railsDo();
    expect((await read()).status).toBe("completed");
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("a failure is not accepted from an operator when the rail does not answer", async () => {
    const away = () => Promise.reject(new RailUnavailable("away"));
    const { rails } = ctx;
    ctx.rails = { ...rails, payoutOf: (movement) => ({ ...rails.payoutOf(movement), read: away }) };
    expect(await anna("orders payout-failed")).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("does not answer"),
    });
  });

  test("a time-out is not taken as a refusal: the order waits, and the same transfer is asked for again", async () => {
    const { rails } = ctx;
    const timedOut = () => Promise.reject(new Error("The operation was aborted due to timeout"));
    ctx.rails = { ...rails, payoutOf: (movement) => ({ ...rails.payoutOf(movement), read: timedOut }) };
    const payout = () => jobWork(ctx, collectingPost()).payout({ ref });
    await expect(payout()).rejects.toThrow("timeout");
    expect((await read()).status).toBe("sending");
    const [row] = await selectMovements(ctx.db.orm).where(eq(outgoing.orderRef, ref));
    expect(row).toMatchObject({ status: "sending", attempt: 1 });
    ctx.rails = rails;
    await railsDo();
    await payout();
    expect((await read()).status).toBe("completed");
  });
});

test("a rail that sends a failed payout after the second one: both are booked, the order is held, the operator sees it", async () => {
  const place = accounts.rail("sandbox-paypal", "paypal-usd");
  const before = await available(ctx.db.orm, place);
  const failed = { name: "payout_failed", outgoingId: `${ref}-payout-1`, reason: "lost", networkFee: null } as const;
  await applyEvent(ctx, ref, failed, "rail");
  await applyEvent(ctx, ref, { name: "set_payout_account", account: "other@mail.com" }, "client");
  await work();
  await railsDo();
  const { status, holdReason, toAmount } = await read();
  expect({ status, holdReason }).toEqual({ status: "on_hold", holdReason: "manual_review" });
  expect(before - (await available(ctx.db.orm, place))).toBe(toAmount);
  const isSent = and(eq(outgoing.orderRef, ref), eq(outgoing.status, "sent"));
  expect(await ctx.db.orm.select().from(outgoing).where(isSent)).toHaveLength(2);
  const today = await anna("today");
  expect(today.ok && today.data).toMatchObject({
    contradicted_transfers: [{ transfer: `${ref}-payout-1`, alarm: "sent_after_failure" }],
    waits_for_you: [{ reason: "manual_review" }],
  });
  expect(await verify(ctx.db)).toEqual([]);
  expect(await anna("orders release")).toMatchObject({ ok: true });
  expect((await read()).status).toBe("completed");
  expect(await verify(ctx.db)).toEqual([]);
});

test("the network fee of a payout by hand is booked in the asset that paid it", async () => {
  const failed = { name: "payout_failed", outgoingId: `${ref}-payout-1`, reason: "x", networkFee: null } as const;
  await applyEvent(ctx, ref, failed, "rail");
  const place = accounts.rail("sandbox-paypal", "eth");
  expect(await anna("orders complete-payout", { tx: "H1", fee: "x", fee_asset: "eth" })).toMatchObject({ ok: false });
  expect(await anna("orders complete-payout", { tx: "H1", fee: "0.001", fee_asset: "eth" })).toMatchObject({
    ok: true,
  });
  expect(await available(ctx.db.orm, place)).toBe(-1_000_000_000_000_000n);
  expect(await verify(ctx.db)).toEqual([]);
});

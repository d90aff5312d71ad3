import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { payoutState } from "../../../upstream/status/payout-state.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { changeAccounts } from "../../support/payouts/change-accounts.ts";
import { type PayoutDesk, payoutDesk } from "../../support/payouts/payout-desk.ts";
import { gas } from "../../support/payouts/scripted-rail.ts";
import { otherAddress } from "../../support/withdrawals/withdrawals.ts";

let desk: PayoutDesk;
const anna: ReturnType<PayoutDesk["as"]> = (command, args) => desk.as("anna")(command, args);
const boris: ReturnType<PayoutDesk["as"]> = (command, args) => desk.as("boris")(command, args);
const refusedWith = (sentence: string) => ({ ok: false, sentence: expect.stringContaining(sentence) });

beforeEach(async () => {
  desk = await payoutDesk({ PAYOUT_CAPS: "paypal-usd:479.72/1000/1000" });
});

describe("a payout above its own cap", () => {
  test("is not late to customers while it waits for an operator, and is once it was approved and does not leave", async () => {
    const ref = await desk.paidOrder({ amount: "500" });
    await desk.work();
    const { id, state } = await desk.read(ref);
    expect(state).toBe("held");
    await desk.ctx.clock.advance(3 * 3600);
    expect(await payoutState(desk.ctx, desk.ctx.clock.now())).toBe("works");
    expect(await boris("payouts approve", { id })).toMatchObject({ ok: true });
    expect(await payoutState(desk.ctx, desk.ctx.clock.now())).toBe("works");
    await desk.ctx.clock.advance(1860);
    expect(await payoutState(desk.ctx, desk.ctx.clock.now())).toBe("partly");
    await desk.ctx.clock.advance(1860);
    expect(await payoutState(desk.ctx, desk.ctx.clock.now())).toBe("stopped");
  });

  test("waits for an operator who has not worked on its order, and is sent once", async () => {
    const { ref } = await executedRow(desk.ctx);
    await anna("orders confirm-payin", { ref, tx: "t1", amount: "500", asset: "usdt-trc20" });
    await desk.work();
    await resumeWaiting(desk.ctx);
    const { id, ...held } = await desk.read(ref);
    expect(held).toEqual({ status: "sending", hold: null, state: "held", why: "needs_approval" });
    const since = desk.ctx.clock.now().toISOString();
    const row = { id, state: "held", why: "needs_approval", amount: "479.73 paypal-usd", since };
    await desk.ctx.clock.advance(1800);
    expect(await anna("payouts list")).toMatchObject({ ok: true, data: [row] });
    expect(await anna("today")).toMatchObject({ ok: true, data: { payouts_waiting: [row] } });

    expect(await anna("payouts approve", { id })).toMatchObject(refusedWith("Another operator"));
    await desk.work();
    expect((await desk.read(ref)).state).toBe("held");
    expect(await boris("payouts approve", { id })).toMatchObject({ ok: true });
    await desk.work();
    expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
    expect(await boris("payouts approve", { id })).toMatchObject(refusedWith("nothing to approve"));
  });

  test("of a refund waits for another operator than the one who named its account", async () => {
    const caps = { alone: "480", hour: "1000", day: "1000" };
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: { "usdt-trc20": caps, "paypal-usd": caps } };
    desk.rail.preparation = { state: "refused", reason: "account closed" };
    const ref = await desk.paidOrder({ amount: "500" });
    await desk.work();
    desk.rail.preparation = undefined;
    expect(await anna("orders refund", { ref, account: otherAddress, anyway: "yes" })).toMatchObject({ ok: true });
    await desk.work();
    const rows = await selectMovements(desk.ctx.db.orm).where(eq(outgoing.kind, "refund"));
    expect(rows).toMatchObject([{ account: otherAddress, state: "held", why: "needs_approval" }]);
    const { id = "" } = rows[0] ?? {};
    expect(await anna("payouts approve", { id })).toMatchObject(refusedWith("Another operator"));
    expect(await boris("payouts approve", { id })).toMatchObject({ ok: true });
    await desk.work();
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
  });

  test("or of an asset without a cap is held, and ends unsent when an operator voids it", async () => {
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: {} };
    const ref = await desk.paidOrder();
    await desk.work();
    const { id, state } = await desk.read(ref);
    expect(state).toBe("held");
    expect(await anna("payouts void", { id })).toMatchObject({ ok: true });
    await desk.work();
    expect(await desk.read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "void" });
    expect(desk.rail.sent.size).toBe(0);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });
});

test("a payout that its rail has not confirmed an hour after it was sent is shown, with the time of sending", async () => {
  const ref = await desk.paidOrder();
  desk.rail.reading = { state: "pending" };
  desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: null };
  await desk.work();
  const since = desk.ctx.clock.now().toISOString();
  await desk.ctx.clock.advance(3_600);
  expect(await anna("today")).toMatchObject({ data: { payouts_unconfirmed: [] } });
  await desk.ctx.clock.advance(1);
  const { id } = await desk.read(ref);
  expect(await anna("today")).toMatchObject({ data: { payouts_unconfirmed: [{ id, since }], payouts_waiting: [] } });
});

describe("an operator's word that a payout has failed", () => {
  beforeEach(() => {
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: null };
  });

  test.each(["payouts void", "orders payout-failed"])(
    "is refused to %s while the rail may still send",
    async (command) => {
      const ref = await desk.paidOrder();
      desk.rail.reading = { state: "pending" };
      await desk.work();
      const { id, state } = await desk.read(ref);
      expect(state).toBe("broadcast");
      expect(await anna(command, { id, ref })).toMatchObject(refusedWith("may still send"));
      desk.rail.failures = { read: "before" };
      expect(await anna(command, { id, ref })).toMatchObject(refusedWith("does not answer"));
      desk.rail.reading = undefined;
      expect(await anna(command, { id, ref })).toMatchObject(refusedWith("has sent"));
      await desk.work();
      expect((await desk.read(ref)).state).toBe("broadcast");
    },
  );

  test("books what the attempt has cost", async () => {
    const ref = await desk.paidOrder();
    desk.rail.reading = { state: "pending" };
    await desk.work();
    desk.rail.reading = { state: "reverted", reason: "token paused", networkFee: gas };
    expect(await anna("payouts void", { id: (await desk.read(ref)).id })).toMatchObject({ ok: true });
    expect(await available(desk.ctx.db.orm, accounts.rail("sandbox-paypal", "eth"))).toBe(-gas.amount);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("is not taken for a payout that was prepared: whoever has its bytes could send it", async () => {
    const ref = await desk.paidOrder();
    desk.rail.preparation = { state: "wait", reason: "no_coins" };
    await desk.work();
    await anna("payouts stop");
    desk.rail.preparation = undefined;
    await resumeWaiting(desk.ctx);
    const { id, state } = await desk.read(ref);
    expect(state).toBe("prepared");
    expect(await anna("payouts void", { id })).toMatchObject(refusedWith("may still send"));
    expect(await anna("payouts hold", { id })).toMatchObject({ ok: true });
    await anna("payouts go");
    await desk.work();
    expect(desk.rail.sent.size).toBe(0);
    expect(await boris("payouts approve", { id })).toMatchObject({ ok: true });
    await desk.work();
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
  });
});

describe("a stopped rail", () => {
  beforeEach(() => {
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: null };
  });

  test("sends nothing more, not even what was prepared, until it may go on", async () => {
    const prepared = await desk.paidOrder();
    desk.rail.preparation = { state: "wait", reason: "no_coins" };
    await desk.work();
    expect(await anna("payouts stop", { rail: "sandbox-paypal" })).toMatchObject({ ok: true });
    desk.rail.preparation = undefined;
    await resumeWaiting(desk.ctx);
    const waiting = await desk.paidOrder();
    await desk.work();
    expect((await desk.read(prepared)).state).toBe("prepared");
    expect(await desk.read(waiting)).toMatchObject({ status: "sending", state: "waiting", why: "stopped" });
    expect(desk.rail.sent.size).toBe(0);
    const todayReply = { stopped_rails: [{ rail: "sandbox-paypal", by: "anna" }] };
    expect(await boris("today")).toMatchObject({ ok: true, data: todayReply });
    expect(await anna("payouts stop", { rail: "sandbox-paypal" })).toMatchObject(refusedWith("stopped already"));
    expect(await anna("payouts stop", { rail: "nowhere" })).toMatchObject(refusedWith("no rail nowhere"));

    expect(await boris("payouts go", { rail: "sandbox-paypal" })).toMatchObject({ ok: true });
    await desk.work();
    expect((await desk.read(prepared)).status).toBe("completed");
    expect((await desk.read(waiting)).status).toBe("completed");
    expect([...desk.rail.sent.values()]).toEqual([1, 1]);
  });

  test("does not send again what it was sending when the rail was stopped", async () => {
    const ref = await desk.paidOrder();
    desk.rail.failures = { broadcast: "before" };
    await expect(desk.work()).rejects.toThrow("did not arrive");
    await anna("payouts stop");
    await desk.work();
    expect((await desk.read(ref)).state).toBe("broadcast");
    expect(desk.rail.sent.size).toBe(0);
    await anna("payouts go");
    await desk.work();
    expect((await desk.read(ref)).status).toBe("completed");
  });
});

describe("an address", () => {
  const crypto = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
  beforeEach(() => {
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: null };
  });

  test("that agrees at both ends with one we have paid, but is another, waits for an operator", async () => {
    const first = await desk.paidOrder(crypto);
    await desk.work();
    expect((await desk.read(first)).state).toBe("settled");
    const [{ account } = { account: "" }] = await desk.ctx.db.orm.select().from(outgoing);
    await changeAccounts(`${account.slice(0, 6)}${"x".repeat(24)}${account.slice(-4)}`);
    const second = await desk.paidOrder(crypto);
    await desk.work();
    expect(await desk.read(second)).toMatchObject({ state: "held", why: "similar_address" });
    await boris("payouts approve", { id: (await desk.read(second)).id });
    await desk.work();
    // Paid by then, so the next payout to it passes.
    const third = await desk.paidOrder(crypto);
    await desk.work();
    expect((await desk.read(third)).state).toBe("settled");
    expect([...desk.rail.sent.values()]).toEqual([1, 1, 1]);
  });

  test("counts as paid before in every currency of its network", async () => {
    const first = await desk.paidOrder({ ...crypto, to: "usdt-erc20" });
    await desk.work();
    expect((await desk.read(first)).state).toBe("settled");
    const [{ account } = { account: "" }] = await desk.ctx.db.orm.select().from(outgoing);
    await changeAccounts(`${account.slice(0, 6)}${"0".repeat(32)}${account.slice(-4)}`);
    const second = await desk.paidOrder({ ...crypto, to: "eth" });
    await desk.work();
    expect(await desk.read(second)).toMatchObject({ state: "held", why: "similar_address" });
  });

  test.each([
    ["is the same", (account: string) => account],
    ["differs at its head", (account: string) => `Tabcde${account.slice(6)}`],
    ["differs at its tail", (account: string) => `${account.slice(0, -4)}zzzz`],
  ])("that %s is not held", async (_, other) => {
    await desk.paidOrder(crypto);
    await desk.work();
    const [{ account } = { account: "" }] = await desk.ctx.db.orm.select().from(outgoing);
    await changeAccounts(other(account));
    const second = await desk.paidOrder(crypto);
    await desk.work();
    const [row] = await selectMovements(desk.ctx.db.orm).where(eq(outgoing.orderRef, second));
    expect(row?.state).toBe("settled");
  });
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { outgoing, payoutGuard } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { recheckFailed } from "../../../upstream/payouts/recheck-failed.ts";
import { requestPayout } from "../../../upstream/payouts/request-payout.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import type { PayoutRail, Reading } from "../../../upstream/ports/payout-rail.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { granted } from "../../support/orders/order-rows.ts";
import { type PayoutDesk, payoutDesk } from "../../support/payouts/payout-desk.ts";
import { gas } from "../../support/payouts/scripted-rail.ts";

let desk: PayoutDesk;
const work = () => desk.work();
const read = (ref: string) => desk.read(ref);
const booked = () => available(desk.ctx.db.orm, accounts.rail("sandbox-paypal", "paypal-usd"));

beforeEach(async () => {
  desk = await payoutDesk({ PAYOUT_CAPS: "paypal-usd:600/1000/1500" });
});

describe("a payout is sent once", () => {
  test.each([
    ["prepare", "before"],
    ["prepare", "after"],
    ["broadcast", "before"],
    ["broadcast", "after"],
    ["read", "before"],
    ["read", "after"],
  ] as const)("when %s fails, %s it was done", async (call, when) => {
    const before = await booked();
    const ref = await desk.paidOrder();
    desk.rail.failures = { [call]: when };
    await expect(work()).rejects.toThrow(RailUnavailable);
    await work();
    await work();
    const { status, state, id } = await read(ref);
    expect({ status, state }).toEqual({ status: "completed", state: "settled" });
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
    expect(before - (await booked())).toBe(47_973n);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("when four workers have it at the same time", async () => {
    const before = await booked();
    const ref = await desk.paidOrder();
    desk.rail.reading = { state: "pending" };
    await work();
    const { id } = await read(ref);
    desk.rail.reading = undefined;
    await Promise.all(Array.from({ length: 4 }, () => advance(desk.ctx, id)));
    expect((await read(ref)).status).toBe("completed");
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
    expect(before - (await booked())).toBe(47_973n);
  });
});

describe("a payout belongs to the rail that it was asked of", () => {
  const freeOfCharge = async () => ({ charged: 0n, transfer: 0n, sweep: 0n });
  const anotherRail: PayoutRail = {
    ...{ id: "second-paypal", gas: null, sweepGas: null, gasNow: freeOfCharge, hotAddress: null },
    withinMinutes: null,
    prepare: vi.fn(async () => ({ state: "prepared" as const, plan: "plan of another rail" })),
    broadcast: vi.fn(async () => undefined),
    read: vi.fn(async () => ({ state: "settled" as const, txId: "tx of another rail", networkFee: null })),
  };
  const untouched = () => [anotherRail.prepare, anotherRail.broadcast, anotherRail.read];

  test("also when another rail pays the asset out by then", async () => {
    const ref = await desk.paidOrder();
    desk.rail.reading = { state: "pending" };
    await work();
    const { id } = await read(ref);
    desk.ctx.rails = { ...desk.ctx.rails, payoutFor: () => anotherRail };
    desk.rail.reading = undefined;
    await advance(desk.ctx, id);
    expect(await read(ref)).toMatchObject({ status: "completed", state: "settled" });
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
    for (const call of untouched()) expect(call).not.toHaveBeenCalled();
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("and waits for it when it does not run", async () => {
    const ref = await desk.paidOrder();
    desk.rail.failures = { prepare: "before" };
    await expect(work()).rejects.toThrow(RailUnavailable);
    const { rails } = desk.ctx;
    const payoutOf = () => {
      throw new RailUnavailable("The rail does not run");
    };
    desk.ctx.rails = { ...rails, payoutFor: () => anotherRail, payoutOf };
    const { id, ...waiting } = await read(ref);
    expect(waiting).toMatchObject({ status: "sending", state: "approved", why: "rail_away" });
    await expect(advance(desk.ctx, id)).rejects.toThrow(RailUnavailable);
    for (const call of untouched()) expect(call).not.toHaveBeenCalled();
    desk.ctx.rails = rails;
    await work();
    expect((await read(ref)).status).toBe("completed");
    expect([...desk.rail.sent]).toEqual([[id, 1]]);
  });
});

describe("what the rail has done is booked", () => {
  test("a reverted payout costs its fee; one that was settled after all is paid, once", async () => {
    const before = await booked();
    desk.rail.reading = { state: "reverted", reason: "token paused", networkFee: gas };
    const ref = await desk.paidOrder();
    await work();
    expect(await read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "reverted" });
    expect(before - (await booked())).toBe(0n);
    desk.rail.reading = undefined;
    await advance(desk.ctx, (await read(ref)).id);
    await advance(desk.ctx, (await read(ref)).id);
    expect(await read(ref)).toMatchObject({ state: "settled" });
    expect(before - (await booked())).toBe(47_973n);
    expect(await available(desk.ctx.db.orm, accounts.rail("sandbox-paypal", "eth"))).toBe(-14n);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test.each<Reading>([
    { state: "reverted", reason: "token paused", networkFee: gas },
    { state: "void", reason: "nonce taken" },
  ])(
    "a failed payout that is read again as $state opens no transaction; one that was sent after all does",
    async (end) => {
      desk.rail.reading = end;
      const ref = await desk.paidOrder();
      await work();
      const rows = () => selectMovements(desk.ctx.db.orm);
      const before = await rows();
      const transaction = () => Promise.reject(new Error("a transaction was opened"));
      const watched = { ...desk.ctx, db: { ...desk.ctx.db, transaction } };
      const { id } = await read(ref);
      await advance(watched, id);
      expect(await rows()).toEqual(before);
      desk.rail.reading = undefined;
      await expect(advance(watched, id)).rejects.toThrow("a transaction was opened");
      await advance(desk.ctx, id);
      expect(await read(ref)).toMatchObject({ state: "settled" });
    },
  );

  test("a displaced payout can never be sent: the order asks for another account", async () => {
    desk.rail.reading = { state: "void", reason: "nonce taken" };
    const ref = await desk.paidOrder();
    await work();
    expect(await read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "void" });
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("a settled payout that comes back is the customer's again, with what came back", async () => {
    const before = await booked();
    const ref = await desk.paidOrder();
    await work();
    desk.rail.reading = { state: "returned", txId: `tx of ${ref}-payout-1`, networkFee: gas, amount: 40_000n };
    await advance(desk.ctx, `${ref}-payout-1`);
    await advance(desk.ctx, `${ref}-payout-1`);
    expect(await read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "returned" });
    expect(before - (await booked())).toBe(7_973n);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("a failed payout that its rail has sent after another one was is booked, and its order waits for an operator", async () => {
    const before = await booked();
    desk.rail.reading = { state: "reverted", reason: "lost", networkFee: null };
    const ref = await desk.paidOrder();
    await work();
    desk.rail.reading = undefined;
    const elsewhere = { name: "set_payout_account", account: "other@mail.com" } as const;
    granted(await applyEvent(desk.ctx, ref, elsewhere, "client"));
    await work();
    expect(before - (await booked())).toBe(47_973n);
    await recheckFailed(desk.ctx);
    expect(before - (await booked())).toBe(2n * 47_973n);
    const [first] = await selectMovements(desk.ctx.db.orm).where(eq(outgoing.id, `${ref}-payout-1`));
    expect(first).toMatchObject({ state: "settled", alarm: "sent_after_failure" });
    expect(await desk.as("anna")("today")).toMatchObject({
      ok: true,
      data: { contradicted_transfers: [{ transfer: `${ref}-payout-1` }], waits_for_you: [{ reason: "manual_review" }] },
    });
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("a rail that refuses has consumed nothing; one that lacks something is asked again", async () => {
    desk.rail.preparation = { state: "wait", reason: "no_coins" };
    const ref = await desk.paidOrder();
    await work();
    expect(await read(ref)).toMatchObject({ status: "sending", state: "approved", why: "no_coins" });
    desk.rail.preparation = { state: "refused", reason: "account closed" };
    await resumeWaiting(desk.ctx);
    expect(await read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "refused" });
    expect(desk.rail.sent.size).toBe(0);
  });
});

test("while its rail is away the payout of an order is tried with all that waits, whatever delay its job has", async () => {
  desk.rail.failures = { prepare: "before" };
  const ref = await desk.paidOrder();
  await expect(work()).rejects.toThrow(RailUnavailable);
  expect(await read(ref)).toMatchObject({ state: "approved", why: "rail_away" });
  await resumeWaiting(desk.ctx);
  expect(await read(ref)).toMatchObject({ status: "completed", state: "settled" });
  expect([...desk.rail.sent.values()]).toEqual([1]);
});

test("the payout of an order whose process was killed meanwhile is tried again after 15 seconds, without its job", async () => {
  desk.rail.failures = { prepare: "before" };
  const ref = await desk.paidOrder();
  await expect(work()).rejects.toThrow(RailUnavailable);
  // As after a kill between the answer of the rail and the note of it.
  await desk.ctx.db.orm.update(payoutGuard).set({ why: null });
  await resumeWaiting(desk.ctx);
  expect(await read(ref)).toMatchObject({ state: "approved" });
  await desk.ctx.clock.advance(15);
  await resumeWaiting(desk.ctx);
  expect(await read(ref)).toMatchObject({ status: "completed", state: "settled" });
  expect([...desk.rail.sent.values()]).toEqual([1]);
});

test("a movement of no order passes the same guard, without a job of its own", async () => {
  const id = "sweep-1";
  const movement = { id, kind: "sweep", attempt: 1, rail: "sandbox-tron", fee: 0n } as const;
  const account = desk.ctx.rails.payoutFor("usdt-trc20").hotAddress ?? "";
  const money = { asset: "usdt-trc20", amount: 40_000n, account, transferId: id } as const;
  const at = { status: "sending", createdAt: desk.ctx.clock.now() } as const;
  desk.rail.reading = { state: "pending" };
  await desk.as("anna")("payouts stop");
  await desk.ctx.db.transaction((tx) => requestPayout(desk.ctx, tx, { ...movement, ...money, ...at }));
  const state = async () => (await selectMovements(desk.ctx.db.orm))[0];
  await resumeWaiting(desk.ctx);
  expect(await state()).toMatchObject({ state: "waiting", why: "stopped" });
  await desk.as("anna")("payouts go");
  await resumeWaiting(desk.ctx);
  await resumeWaiting(desk.ctx);
  expect(await state()).toMatchObject({ state: "broadcast", why: "unconfirmed" });
  expect([...desk.rail.sent]).toEqual([[id, 1]]);
});

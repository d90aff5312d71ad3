import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import type { Reading } from "../../../upstream/ports/payout-rail.ts";
import { type PayoutDesk, payoutDesk } from "../../support/payouts/payout-desk.ts";

let desk: PayoutDesk;
beforeEach(async () => {
  desk = await payoutDesk();
});

/** An order whose payout its rail has, and whose job has ended. */
async function sentOrder(): Promise<string> {
  desk.rail.reading = { state: "pending" };
  const ref = await desk.paidOrder();
  await desk.work();
  return ref;
}

/** What the service does in the next seconds, without any job. */
async function later(seconds: number): Promise<void> {
  await desk.ctx.clock.advance(seconds);
  await readSent(desk.ctx);
}

const settled: Reading = { state: "settled", txId: "t1", networkFee: null };
const reversible: Reading = { ...settled, isReversible: true };
const timesSent = () => [...desk.rail.sent.values()];

test("the payout of an order is read every few seconds, not only by its job", async () => {
  const ref = await sentOrder();
  desk.rail.reading = settled;
  await later(5);
  expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
  expect(await verify(desk.ctx.db)).toEqual([]);
});

test("all that was sent is read in one turn, however many wait, and none keeps back the others", async () => {
  const refs: string[] = [];
  for (let count = 0; count < 53; count += 1) refs.push(await sentOrder());
  desk.rail.reading = settled;
  desk.rail.failures = { read: "before" };
  await later(5);
  const states = await Promise.all(refs.map(async (ref) => (await desk.read(ref)).state));
  expect(states.filter((state) => state === "settled")).toHaveLength(52);
  await later(6);
  const all = await Promise.all(refs.map(async (ref) => (await desk.read(ref)).state));
  expect(new Set(all)).toEqual(new Set(["settled"]));
});

test("one that was sent long ago is read less often than one that was just sent", async () => {
  await sentOrder();
  await later(3_600);
  desk.rail.reading = settled;
  await later(60);
  const ref = await sentOrder();
  desk.rail.reading = settled;
  await later(5);
  const states = await desk.as("anna")("payouts list");
  expect(states).toMatchObject({ data: [{ state: "broadcast" }] });
  expect(await desk.read(ref)).toMatchObject({ state: "settled" });
});

describe("a payout that its network may still take back", () => {
  let ref: string;
  beforeEach(async () => {
    ref = await sentOrder();
    desk.rail.reading = reversible;
    await later(5);
    expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
  });

  test("is sent again by the same plan when the network has forgotten it, and stays booked once", async () => {
    desk.rail.reading = { state: "unknown" };
    await later(5);
    desk.rail.reading = { state: "pending" };
    await later(5);
    desk.rail.reading = reversible;
    await later(5);
    expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
    expect(timesSent()).toEqual([2]);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("is booked by the transaction that happened last, at the fee that it took", async () => {
    const fee = (amount: bigint) => ({ asset: "eth", amount });
    const { orm } = desk.ctx.db;
    const spent = () => posted(orm, accounts.reserve("eth"));
    const before = await spent();
    for (const [txId, amount] of [
      ["t1", 9n],
      ["t2", 4n],
      ["t2", 6n],
      ["t1", 6n],
    ] as const) {
      desk.rail.reading = { ...settled, txId, networkFee: fee(amount), isReversible: true };
      await later(5);
      expect(before - (await spent())).toBe(amount);
    }
    const [row] = await orm.select().from(outgoing).where(eq(outgoing.orderRef, ref));
    expect(row).toMatchObject({ railTxId: "t1", otherTxId: null, alarm: null, status: "sent" });
    expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("that is over by another transaction than the last one is an alarm", async () => {
    desk.rail.reading = settled;
    await later(5);
    const [row] = await desk.ctx.db.orm.select().from(outgoing).where(eq(outgoing.orderRef, ref));
    desk.rail.reading = { ...settled, txId: "t2" };
    await advance(desk.ctx, row?.id ?? "");
    const [after] = await desk.ctx.db.orm.select().from(outgoing).where(eq(outgoing.orderRef, ref));
    expect(after).toMatchObject({ railTxId: "t1", otherTxId: "t2", alarm: "other_transaction" });
  });

  test("is not sent again while its rail is stopped", async () => {
    await desk.as("anna")("payouts stop");
    desk.rail.reading = { state: "unknown" };
    await later(5);
    expect(timesSent()).toEqual([1]);
  });

  test.each<Reading>([
    { state: "void", reason: "another transaction has its nonce" },
    { state: "reverted", reason: "out of gas", networkFee: null },
  ])("comes back to its order once it can never happen: %o", async (reading) => {
    desk.rail.reading = reading;
    await later(5);
    expect(await desk.read(ref)).toMatchObject({ status: "on_hold", hold: "payout_error", state: "returned" });
    desk.rail.reading = settled;
    await later(700);
    expect(await desk.read(ref)).toMatchObject({ status: "on_hold", state: "returned" });
    expect(timesSent()).toEqual([1]);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("is left alone once the network cannot take it back any more", async () => {
    desk.rail.reading = settled;
    await later(5);
    desk.rail.reading = { state: "void", reason: "a rail that contradicts itself" };
    await later(700);
    expect(await desk.read(ref)).toMatchObject({ status: "completed", state: "settled" });
  });
});

test("operators see how far the rail is and what it costs", async () => {
  await sentOrder();
  const progress = { waits: "confirming", confirmations: 3, required: 12 } as const;
  desk.rail.reading = { state: "pending", progress: { ...progress, fee: { asset: "eth", amount: 21n * 10n ** 13n } } };
  const says = "confirming 3 of 12, fee 0.000210000000000000 eth";
  expect(await desk.as("anna")("payouts list")).toMatchObject({ data: [{ rail_says: says }] });
  desk.rail.reading = { state: "pending", progress: { ...progress, waits: "queued", fee: null } };
  expect(await desk.as("anna")("payouts list")).toMatchObject({
    data: [{ rail_says: "queued behind another transfer" }],
  });
  desk.rail.failures = { read: "before" };
  expect(await desk.as("anna")("payouts list")).toMatchObject({ data: [{ rail_says: "no answer" }] });
});

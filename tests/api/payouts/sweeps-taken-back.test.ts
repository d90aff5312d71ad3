import { beforeEach, describe, expect, test } from "vitest";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import type { Reading } from "../../../upstream/ports/payout-rail.ts";
import { paidOrder } from "../../support/payouts/movement-desk.ts";
import { type SweepDesk, sweepDesk, sweepFee } from "../../support/payouts/sweep-desk.ts";
import { violations } from "../../support/withdrawals/withdrawals.ts";

let desk: SweepDesk;
beforeEach(async () => {
  desk = await sweepDesk();
});

/** All that the first sweep has moved comes back. */
async function returns(): Promise<void> {
  desk.rail.reading = { state: "returned", txId: "s1", networkFee: sweepFee, amount: null };
  await advance(desk.service.ctx, (await desk.sweeps())[0]?.id ?? "");
  desk.rail.reading = { state: "settled", txId: "s2", networkFee: sweepFee };
}

describe("a deposit", () => {
  test.each([
    ["before its sweep", { asked: false, swept: false }],
    ["while its sweep is under way", { asked: true, swept: false }],
    ["after its sweep", { asked: true, swept: true }],
  ])("comes from where it lies when the network takes it back %s", async (_, { asked, swept }) => {
    const before = await desk.hot();
    await desk.arrives("one", 100_000000n);
    await desk.arrives("two", 30_000000n);
    if (!swept) desk.rail.reading = { state: "pending" };
    if (asked) await desk.sweep();
    await desk.vanishes("one");
    desk.rail.reading = { state: "reverted", reason: "no such coins", networkFee: null };
    if (asked) await advance(desk.service.ctx, (await desk.sweeps())[0]?.id ?? "");
    expect([await desk.deposits(), await desk.hot()]).toEqual(swept ? [0n, before + 30_000000n] : [30_000000n, before]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test.each([
    ["arrives", [{ state: "settled", txId: "s1", networkFee: sweepFee }]],
    [
      "arrives although it had failed",
      [
        { state: "reverted", reason: "out of energy", networkFee: sweepFee },
        { state: "settled", txId: "s1", networkFee: sweepFee },
      ],
    ],
  ] as [string, Reading[]][])(
    "that is taken back before its sweep %s comes from where the rail pays out",
    async (_, ends) => {
      const before = await desk.hot();
      desk.rail.reading = { state: "pending" };
      await desk.arrives("one", 100_000000n);
      await desk.arrives("two", 30_000000n);
      await desk.sweep();
      await desk.vanishes("one");
      const [{ id } = { id: "" }] = await desk.sweeps();
      for (const end of ends) {
        desk.rail.reading = end;
        await advance(desk.service.ctx, id);
      }
      expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before + 30_000000n]);
      expect(await violations(desk.service)).toEqual([]);
      // What was taken back does not come back with the rest.
      desk.rail.reading = { state: "returned", txId: "s1", networkFee: sweepFee, amount: null };
      await advance(desk.service.ctx, id);
      expect([await desk.deposits(), await desk.hot()]).toEqual([30_000000n, before]);
      expect(await violations(desk.service)).toEqual([]);
    },
  );

  test("that is taken back after its sweep does not come back with the rest, nor costs what arrived since", async () => {
    const before = await desk.hot();
    await desk.arrives("one", 100_000000n);
    await desk.arrives("two", 30_000000n);
    await desk.sweep();
    await desk.arrives("three", 50_000000n, 1);
    await desk.vanishes("one");
    expect([await desk.deposits(), await desk.hot()]).toEqual([50_000000n, before + 30_000000n]);
    expect(await violations(desk.service)).toEqual([]);
    await returns();
    expect([await desk.deposits(), await desk.hot()]).toEqual([80_000000n, before]);
    expect(await violations(desk.service)).toEqual([]);
    // Back at its address, it is taken from there, and the sweep after counts on no more than what is left.
    await desk.vanishes("two");
    expect([await desk.deposits(), await desk.hot()]).toEqual([50_000000n, before]);
    await desk.sweep();
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before + 50_000000n]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("that was all its sweep had moved leaves nothing to come back", async () => {
    const before = await desk.hot();
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    await desk.vanishes("one");
    await returns();
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before]);
    expect(await desk.sweeps()).toMatchObject([{ status: "returned" }]);
    expect(await violations(desk.service)).toEqual([]);
  });
});

describe("an order's payment", () => {
  test("that is taken back after its sweep does not come back with the rest", async () => {
    const before = await desk.hot();
    const ref = await paidOrder(desk.service.ctx, { amount: "500" });
    await desk.service.runJobs();
    await desk.arrives("one", 30_000000n);
    await desk.sweep();
    await desk.arrives("two", 50_000000n);
    const [{ rail: of, railPaymentId } = { rail: "", railPaymentId: "" }] = await desk.paymentsOf(ref);
    await applyEvent(desk.service.ctx, ref, { name: "payment_reversed", rail: of, railPaymentId }, "rail");
    expect([await desk.deposits(), await desk.hot()]).toEqual([50_000000n, before + 30_000000n]);
    expect(await violations(desk.service)).toEqual([]);
    await returns();
    expect([await desk.deposits(), await desk.hot()]).toEqual([80_000000n, before]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test.each([false, true])("that the network takes back comes from where it lies (swept: %s)", async (isSwept) => {
    const before = await desk.hot();
    const ref = await paidOrder(desk.service.ctx, { amount: "500" });
    await desk.service.runJobs();
    if (isSwept) await desk.sweep();
    const [{ rail: of, railPaymentId } = { rail: "", railPaymentId: "" }] = await desk.paymentsOf(ref);
    await applyEvent(desk.service.ctx, ref, { name: "payment_reversed", rail: of, railPaymentId }, "rail");
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before]);
    expect(await violations(desk.service)).toEqual([]);
  });
});

describe("a sweep", () => {
  test("that arrived after it had failed, and one that came back, are booked as the network says", async () => {
    desk.rail.reading = { state: "reverted", reason: "out of energy", networkFee: sweepFee };
    const before = await desk.hot();
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    const [{ id } = { id: "" }] = await desk.sweeps();
    desk.rail.reading = { state: "settled", txId: "s2", networkFee: sweepFee };
    await advance(desk.service.ctx, id);
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before + 100_000000n]);
    expect(await desk.sweeps()).toMatchObject([{ status: "sent", alarm: "sent_after_failure" }]);
    expect(await violations(desk.service)).toEqual([]);
    desk.rail.reading = { state: "returned", txId: "s2", networkFee: sweepFee, amount: 40_000000n };
    await advance(desk.service.ctx, id);
    expect([await desk.deposits(), await desk.hot()]).toEqual([40_000000n, before + 60_000000n]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("that settles before the return of an earlier one is reported is booked with the right amount at both places", async () => {
    const { ctx } = desk.service;
    const before = await desk.hot();
    desk.rail.reading = { state: "reverted", reason: "out of energy", networkFee: sweepFee };
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    desk.rail.reading = { state: "pending" };
    await desk.service.pass(3700);
    await desk.sweep();
    const [first = "", second = ""] = (await desk.sweeps()).map(({ id }) => id);
    const settles = async (id: string) => {
      desk.rail.reading = { state: "settled", txId: `of ${id}`, networkFee: sweepFee };
      await advance(ctx, id);
    };
    // At the rail the first one settled and was returned before the second settled; its return is reported last.
    await settles(first);
    await settles(second);
    desk.rail.reading = { state: "returned", txId: `of ${first}`, networkFee: sweepFee, amount: null };
    await advance(ctx, first);
    expect([await desk.deposits(), await desk.hot()]).toEqual([0n, before + 100_000000n]);
    expect(await violations(desk.service)).toEqual([]);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { selectMovements } from "../../../upstream/payouts/movement.ts";
import { permit } from "../../../upstream/payouts/permit.ts";
import { resumeWaiting } from "../../../upstream/payouts/resume-waiting.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { type PayoutDesk, payoutDesk } from "../../support/payouts/payout-desk.ts";
import { gas } from "../../support/payouts/scripted-rail.ts";

let desk: PayoutDesk;
const work = () => desk.work();
const read = (ref: string) => desk.read(ref);

beforeEach(async () => {
  desk = await payoutDesk({ PAYOUT_CAPS: "paypal-usd:600/1000/1500" });
});

describe("caps", () => {
  const states = async (refs: readonly string[]) =>
    (await Promise.all(refs.map(read))).map(({ state, why }) => why ?? state);

  test("an hour's cap lets two of three orders pass, and the third an hour later", async () => {
    const refs = [await desk.paidOrder(), await desk.paidOrder(), await desk.paidOrder()];
    await work();
    expect(await states(refs)).toEqual(["settled", "settled", "cap_hour"]);
    await desk.ctx.clock.advance(3_599);
    await resumeWaiting(desk.ctx);
    expect(await states(refs)).toEqual(["settled", "settled", "cap_hour"]);
    await desk.ctx.clock.advance(2);
    await resumeWaiting(desk.ctx);
    expect(await states(refs)).toEqual(["settled", "settled", "settled"]);
    refs.push(await desk.paidOrder());
    await desk.ctx.clock.advance(3_601);
    await work();
    expect((await states(refs)).at(-1)).toBe("cap_day");
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("eight payouts that are decided at once pass the cap no further than one after the other", async () => {
    await desk.as("anna")("payouts stop");
    const refs: string[] = [];
    for (let count = 0; count < 8; count += 1) refs.push(await desk.paidOrder());
    await work();
    await desk.as("anna")("payouts go");
    const rows = await selectMovements(desk.ctx.db.orm);
    const passed = await Promise.all(rows.map((row) => permit(desk.ctx, row)));
    expect(passed.filter((isPassed) => isPassed)).toHaveLength(2);
  });

  test.each([
    ["approved", async () => work()],
    [
      "prepared",
      async () => {
        await work();
        await desk.as("anna")("payouts stop");
        desk.rail.preparation = undefined;
        await resumeWaiting(desk.ctx);
      },
    ],
    [
      "broadcast",
      async (refs: readonly string[]) => {
        await work();
        desk.rail.preparation = undefined;
        for (const ref of refs) {
          desk.rail.failures = { broadcast: "before" };
          await expect(advance(desk.ctx, `${ref}-payout-1`)).rejects.toThrow(RailUnavailable);
        }
      },
    ],
  ] as const)("count what is only %s until it has left, however long that takes", async (stuck, keepBack) => {
    desk.rail.preparation = { state: "wait", reason: "no_coins" };
    const early = [await desk.paidOrder(), await desk.paidOrder()];
    await keepBack(early);
    expect(await states(early)).toEqual(stuck === "approved" ? ["no_coins", "no_coins"] : [stuck, stuck]);
    await desk.ctx.clock.advance(3_601);
    const late = [await desk.paidOrder(), await desk.paidOrder()];
    desk.rail.preparation = undefined;
    if (stuck === "prepared") await desk.as("anna")("payouts go");
    await work();
    await resumeWaiting(desk.ctx);
    for (const ref of early) await advance(desk.ctx, `${ref}-payout-1`);
    expect(await states(early)).toEqual(["settled", "settled"]);
    expect(await states(late)).toEqual(["cap_hour", "cap_hour"]);
    await desk.ctx.clock.advance(3_601);
    await resumeWaiting(desk.ctx);
    expect(await states(late)).toEqual(["settled", "cap_day"]);
  });

  test("count what its rail has from then on, not from when the network confirms it, or returns it", async () => {
    desk.rail.reading = { state: "pending" };
    const refs = [await desk.paidOrder(), await desk.paidOrder()];
    await work();
    expect(await states(refs)).toEqual(["unconfirmed", "unconfirmed"]);
    await desk.ctx.clock.advance(3_590);
    desk.rail.reading = undefined;
    for (const ref of refs) await advance(desk.ctx, `${ref}-payout-1`);
    expect(await states(refs)).toEqual(["settled", "settled"]);
    for (const ref of refs) {
      desk.rail.reading = { state: "returned", txId: `tx of ${ref}-payout-1`, networkFee: gas, amount: 40_000n };
      await advance(desk.ctx, `${ref}-payout-1`);
    }
    desk.rail.reading = undefined;
    await desk.ctx.clock.advance(11);
    const third = await desk.paidOrder();
    await work();
    expect(await states([third])).toEqual(["settled"]);
  });

  test("count again what its rail has had and knows no more, until it has it once more", async () => {
    desk.rail.reading = { state: "pending" };
    const early = [await desk.paidOrder(), await desk.paidOrder()];
    await work();
    await desk.ctx.clock.advance(3_601);
    desk.rail.reading = { state: "unknown" };
    for (const ref of early) await advance(desk.ctx, `${ref}-payout-1`);
    expect(await states(early)).toEqual(["dropped_by_rail", "dropped_by_rail"]);
    desk.rail.reading = undefined;
    const late = [await desk.paidOrder()];
    await work();
    expect(await states(late)).toEqual(["cap_hour"]);
    for (const ref of early) await advance(desk.ctx, `${ref}-payout-1`);
    await desk.ctx.clock.advance(3_590);
    await resumeWaiting(desk.ctx);
    expect(await states([...early, ...late])).toEqual(["settled", "settled", "cap_hour"]);
    await desk.ctx.clock.advance(11);
    await resumeWaiting(desk.ctx);
    expect(await states(late)).toEqual(["settled"]);
  });

  test("count what an operator has paid by hand, from then on", async () => {
    desk.rail.reading = { state: "void", reason: "nonce taken" };
    const paid = [await desk.paidOrder(), await desk.paidOrder()];
    await work();
    desk.rail.reading = undefined;
    await desk.ctx.clock.advance(3_601);
    for (const [index, ref] of paid.entries())
      expect(await desk.as("anna")("orders complete-payout", { ref, tx: `PP-${index}`, anyway: "yes" })).toMatchObject({
        ok: true,
      });
    // The two attempts that were displaced count for a day, and so do the two payments by hand, from later on.
    const late = await desk.paidOrder();
    await work();
    expect(await states([late])).toEqual(["cap_day"]);
    await desk.ctx.clock.advance(3_590);
    await resumeWaiting(desk.ctx);
    expect(await states([late])).toEqual(["cap_day"]);
    await desk.ctx.clock.advance(23 * 3_600 - 3_590);
    await resumeWaiting(desk.ctx);
    expect(await states([late])).toEqual(["settled"]);
    expect(await verify(desk.ctx.db)).toEqual([]);
  });

  test("do not count a held payout, and check it again when it is released", async () => {
    desk.ctx.env = { ...desk.ctx.env, PAYOUT_CAPS: { "paypal-usd": { alone: "600", hour: "1000", day: "5000" } } };
    desk.rail.preparation = { state: "wait", reason: "no_coins" };
    const first = await desk.paidOrder();
    await work();
    await desk.as("anna")("payouts stop");
    desk.rail.preparation = undefined;
    await resumeWaiting(desk.ctx);
    const { id, state } = await read(first);
    expect(state).toBe("prepared");
    await desk.as("anna")("payouts hold", { id });
    await desk.as("anna")("payouts go");
    const others = [await desk.paidOrder(), await desk.paidOrder()];
    await work();
    expect(await states(others)).toEqual(["settled", "settled"]);
    expect(await desk.as("boris")("payouts approve", { id })).toMatchObject({ ok: true });
    await work();
    expect(await states([first])).toEqual(["cap_hour"]);
    await desk.ctx.clock.advance(3_601);
    await resumeWaiting(desk.ctx);
    expect(await states([first])).toEqual(["settled"]);
    expect(desk.rail.sent.get(id)).toBe(1);
  });
});

describe("caps without a setting", () => {
  test("are shares of what the rail holds: a tenth alone, a quarter in an hour, approved ones above", async () => {
    desk = await payoutDesk({ PAYOUT_CAPS: "" });
    const anna = desk.as("anna");
    // Of 48,210.55; an order pays out 479.73, and 5,000 is left.
    expect(
      await anna("reserve take", { asset: "paypal-usd", amount: "43210.55", ref: "moved", anyway: "yes" }),
    ).toMatchObject({ ok: true });
    const refs = [await desk.paidOrder(), await desk.paidOrder(), await desk.paidOrder()];
    await work();
    expect(await Promise.all(refs.map(read))).toMatchObject([
      { state: "settled" },
      { state: "settled" },
      { state: "waiting", why: "cap_hour" },
    ]);
    const large = await desk.paidOrder({ amount: "600" });
    await work();
    const { id, ...held } = await read(large);
    expect(held).toMatchObject({ state: "held", why: "needs_approval" });
    expect(await desk.as("boris")("payouts approve", { id })).toMatchObject({ ok: true });
    await desk.ctx.clock.advance(3_601);
    await work();
    expect(await read(large)).toMatchObject({ state: "settled" });
    expect(await verify(desk.ctx.db)).toEqual([]);
  });
});

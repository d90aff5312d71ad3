import { beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import type { OrderRow } from "../../../upstream/orders/order-facts-query.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase } from "../../support/service/database.ts";

let ctx: TestContext;
beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
});

const run = (command: string, args: Record<string, string>) =>
  runCommand(ctx, { command, args: { reason: "for a good reason", ...args }, operator: { name: "anna" } });
/** A refused band says so first. */
const refusedWith = ({ source }: RegExp) => expect.stringMatching(new RegExp(source.replace(/^\^/, "^REFUSED: ")));
const asked = (sentence: RegExp) => ({ ok: false, sentence: refusedWith(sentence) });

/** Asked about as typed, rehearsed without a change, and done with --anyway. */
async function expectQuestion(command: string, args: Record<string, string>, sentence: RegExp) {
  expect(await run(command, args)).toMatchObject(asked(sentence));
  expect(await run(command, { ...args, dry_run: "yes" })).toMatchObject({
    ok: true,
    data: { asks_for_anyway: [expect.stringMatching(sentence)] },
  });
  expect(await run(command, { ...args, anyway: "yes" })).toMatchObject({ ok: true });
  expect(await verify(ctx.db)).toEqual([]);
}

describe("a payment that an operator types", () => {
  const paid = { tx: "t1", amount: "500", asset: "usdt-trc20" };

  test.each([
    [{ amount: "5000" }, /^The order awaits 500\.000000 usdt-trc20; 5000\.000000 usdt-trc20 is 900\.0 % from that/],
    [{ amount: "5" }, /5\.000000 usdt-trc20 is 99\.0 % from that\. The band is 50 %/],
    [{ asset: "usdt-erc20" }, /^The order awaits usdt-trc20, not 500\.000000 usdt-erc20\./],
    [{ fee: "50" }, /^The fee 50\.000000 usdt-trc20 is 10\.0 % of the payment/],
  ])("is asked about with %o", async (slip, sentence) => {
    const { ref } = await executedRow(ctx);
    await expectQuestion("orders confirm-payin", { ref, ...paid, ...slip }, sentence);
  });

  test("is asked about when the order is paid already, but not when it is the same payment again", async () => {
    const { ref } = await executedRow(ctx);
    expect(await run("orders confirm-payin", { ref, ...paid })).toMatchObject({ ok: true });
    expect(await run("orders confirm-payin", { ref, ...paid })).toMatchObject({ ok: true });
    const second = { ref, ...paid, tx: "t2", amount: "10" };
    expect(await run("orders confirm-payin", second)).toMatchObject(asked(/awaits nothing more/));
  });

  test("is asked about before it is booked as gone, if it was final", async () => {
    const { ref } = await executedRow(ctx);
    expect(await run("orders confirm-payin", { ref, ...paid })).toMatchObject({ ok: true });
    await expectQuestion(
      "orders payment-gone",
      { ref, tx: "t1" },
      /^The payment t1 of 500\.000000 usdt-trc20 is final/,
    );
  });

  test("is not asked about when its rail has reported the same amount", async () => {
    const { ref } = await executedRow(ctx);
    const report = { rail: "sandbox-tron", railPaymentId: "t1", asset: "usdt-trc20", amount: 50_000000n };
    const payment = { ...report, railFee: 0n, confirmations: 1, required: 20 };
    granted(await applyEvent(ctx, ref, { name: "payment_seen", payment }, "rail"));
    expect(await run("orders confirm-payin", { ref, ...paid, amount: "50" })).toMatchObject({ ok: true });
  });
});

describe("the network fee of a payout by hand", () => {
  async function failedPayout(order: Parameters<typeof executedRow>[1], payin: Record<string, string>) {
    const { ref } = await executedRow(ctx, order);
    await run("orders confirm-payin", { ref, tx: "p1", ...payin });
    granted(await applyEvent(ctx, ref, { name: "payout_started" }, "system"));
    const failed = { name: "payout_failed", outgoingId: `${ref}-payout-1`, reason: "x", networkFee: null } as const;
    const row: OrderRow = granted(await applyEvent(ctx, ref, failed, "rail"));
    expect(row.holdReason).toBe("payout_error");
    return ref;
  }

  test("is asked about above what the rail says that a transfer may cost", async () => {
    const order = { from: "paypal-usd", to: "usdt-trc20", amount: "100" };
    const ref = await failedPayout(order, { amount: "100", asset: "paypal-usd" });
    await expectQuestion("orders complete-payout", { ref, tx: "H1", fee: "2700" }, /^A fee of .* is above the .* trx/);
  });

  test("is asked about beyond the correction band where the rail names no such figure", async () => {
    const ref = await failedPayout({}, { amount: "500", asset: "usdt-trc20" });
    const typed = { ref, tx: "H1", fee: "12", fee_asset: "eth" };
    await expectQuestion("orders complete-payout", typed, /^12\.0+ eth is 3\d\.\d % of the 32\.\d+ eth/);
  });
});

/** Of commands whose figure cannot do harm, why. */
const boundedOtherwise: Record<string, string> = {
  "orders payout-returned": "at most what was sent",
  "orders refunded-at-rail": "at most the payment that was refunded",
  "orders dispute-opened": "at most what was received, and nothing moves before it is decided",
  "tasks accept": "the amount of the task, and a fee within PayPal's rates",
  "tasks paid": "the amount of the task, and a fee within PayPal's rates",
  "tasks confirm": "what the first person has entered",
  "tasks disputed": "at most what is left of the payment, and a second person confirms it",
  "tasks refunded": "at most what is left of the payment, and a second person confirms it",
  "tasks returned": "at most what was paid, and a second person confirms it",
};

test("every command that takes an amount, rate, fee or percentage asks beyond a band, or cannot exceed a fact", () => {
  const isFigure = (name: string) => /amount|rate|fee$|percent|value|_bps|_from$/.test(name);
  const taking = commands.filter(({ args, changes }) => changes && Object.keys(args.shape).some(isFigure));
  const never = taking.filter(
    ({ changes }) => !changes || !("asks" in changes) || changes.asks === "another operator is on the order",
  );
  expect(taking.length).toBeGreaterThan(12);
  expect(never.map(({ name }) => name).sort()).toEqual(Object.keys(boundedOtherwise).sort());
});

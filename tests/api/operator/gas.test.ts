import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod/v4";
import { order, orderEvent, outgoing, transfer } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { exchangeSource } from "../../../upstream/observability/metrics/exchange-source.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { watchReserves } from "../../../upstream/orders/emails/reserve-watch.ts";
import { releaseLeftGas } from "../../../upstream/orders/release-left-gas.ts";
import { sweep } from "../../../upstream/orders/sweep.ts";
import { jobWork } from "../../../upstream/program/job-work.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow, granted } from "../../support/orders/order-rows.ts";
import { type TestContext, testContext } from "../../support/service/context.ts";
import { freshDatabase, ownerDatabase } from "../../support/service/database.ts";
import { type CollectingPost, collectingPost } from "../../support/service/post.ts";

let ctx: TestContext;
let mailer: CollectingPost;
const trxAtRail = accounts.rail("sandbox-tron", "trx");
const perPayout = 2_500_000n;
/** The most that one may cost is held while it is sent. */
const heldPerPayout = 13_400_000n;

beforeEach(async () => {
  ctx = await testContext(await freshDatabase());
  mailer = collectingPost();
});

const work = () => ctx.jobs.run(jobWork(ctx, mailer));
const run = async (command: string, args: Record<string, string> = {}) => {
  const outcome = await runCommand(ctx, { command, args, operator: { name: "anna" } });
  if (!outcome.ok) throw new Error(outcome.sentence);
  return z.record(z.string(), z.unknown()).parse(typeof outcome.data === "string" ? {} : outcome.data);
};
const why = { reason: "for a good reason", anyway: "yes" };
/** Leaves this much TRX at the rail, of the demo market's 6,000. */
const leaveTrx = (trx: string) => run("reserve take", { asset: "trx", amount: String(6000 - Number(trx)), ...why });

/** A paid order that gets USDT on TRON. */
async function paidOrder(): Promise<string> {
  const { ref } = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  await run("orders confirm-payin", { ref, tx: `PP-${ref}`, amount: "100.00", asset: "paypal-usd", ...why });
  return ref;
}
const read = async (ref: string) => (await ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0];

describe("the gas of a payout in a token", () => {
  test("leaves the rail's account with the event of the payout, once, and is a cost of ours", async () => {
    const before = await available(ctx.db.orm, trxAtRail);
    const ref = await paidOrder();
    await work();
    expect(await read(ref)).toMatchObject({ status: "completed" });
    expect(await available(ctx.db.orm, trxAtRail)).toBe(before - perPayout);
    expect(await available(ctx.db.orm, accounts.reserve("trx"))).toBe(before - perPayout);
    const again = { name: "payout_done", outgoingId: `${ref}-payout-1`, txId: null } as const;
    await applyEvent(ctx, ref, { ...again, networkFee: { asset: "trx", amount: perPayout } }, "rail");
    expect(await available(ctx.db.orm, trxAtRail)).toBe(before - perPayout);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("of a refused attempt is booked too, also when an operator records the failure", async () => {
    const before = await available(ctx.db.orm, trxAtRail);
    const ref = await paidOrder();
    granted(await applyEvent(ctx, ref, { name: "payout_started" }, "system"));
    const row = await read(ref);
    if (!row) throw new Error("The order is gone");
    await simulateEvent(ctx, row, "payout_returned", null);
    const rail = ctx.rails.payoutFor("usdt-trc20");
    const sent = { id: `${ref}-payout-1`, asset: "usdt-trc20", amount: 1n, account: "T", memo: null } as const;
    await rail.broadcast({ ...sent, kind: "payout" }, "tx");
    expect(await rail.read(sent)).toMatchObject({ state: "reverted" });
    await run("orders payout-failed", { ref, ...why });
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "payout_error" });
    expect(await available(ctx.db.orm, trxAtRail)).toBe(before - 1_200_000n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("is in the reports, with what it is worth and by which rate", async () => {
    await paidOrder();
    await work();
    const value = { in: "paypal-usd", rate: "0.2846", rate_at: "2026-11-21T09:00:00.000Z" };
    expect((await run("report profit")).network_fees).toEqual([
      { asset: "trx", spent: "2.500000", worth: "0.71", ...value },
    ]);
    const { gas } = await run("report reserves");
    expect(gas).toContainEqual({
      ...{ rail: "sandbox-tron", asset: "trx", available: "5997.500000", per_transfer: "13.400000", transfers: 447 },
      ...{ worth: "1706.88", ...value },
    });
    await run("rates fee", { asset: "trx", rate: "0.29", ...why });
    expect((await run("report profit")).network_fees).toMatchObject([{ worth: "0.72", rate: "0.29" }]);
  });
});

describe("without gas", () => {
  test("a payout waits, the operator is told, and the top-up that today shows sends it", async () => {
    await leaveTrx("13.39");
    const ref = await paidOrder();
    await work();
    expect(await read(ref)).toMatchObject({ status: "on_hold", holdReason: "reserve_low", sent: 0n });
    const events = await ctx.db.orm.select().from(orderEvent).where(eq(orderEvent.orderRef, ref));
    expect(events.map(({ event, note }) => [event, note])).toContainEqual(["payout_started", "gas_low"]);
    const told = mailer.emails.find(({ kind }) => kind === "operator_hold");
    expect(told?.text).toContain("operator today");
    const { low_gas: low } = await run("today");
    expect(low).toMatchObject([{ rail: "sandbox-tron", asset: "trx", available: "13.390000", transfers: 0 }]);
    await sweep(ctx);
    expect(await read(ref)).toMatchObject({ holdReason: "reserve_low" });
    const next = z.array(z.object({ next: z.string() })).parse(low)[0]?.next ?? "";
    const [, asset = "", amount = "", rail = ""] = /reserve fund (\S+) (\S+) --rail (\S+) /.exec(next) ?? [];
    await run("reserve fund", { asset, amount, rail, ...why });
    await sweep(ctx);
    await work();
    expect(await read(ref)).toMatchObject({ status: "completed" });
    expect((await run("today")).low_gas).toEqual([]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("for two, one of two payouts at the same time waits", async () => {
    await leaveTrx("20");
    const refs = [await paidOrder(), await paidOrder()];
    await Promise.all(refs.map((ref) => applyEvent(ctx, ref, { name: "payout_started" }, "system")));
    const statuses = await Promise.all(refs.map(async (ref) => (await read(ref))?.status));
    expect(statuses.sort()).toEqual(["on_hold", "sending"]);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("for many transfers the operator gets an email a day, and the metrics show it", async () => {
    await leaveTrx("1000");
    await watchReserves(ctx, mailer);
    await watchReserves(ctx, mailer);
    expect(mailer.emails.map(({ subject }) => subject)).toEqual(["Kursa: Low on network fees: trx at sandbox-tron"]);
    const figures = await exchangeSource(
      ctx,
      () => 0,
      (error) => {
        throw error;
      },
    )();
    const values = (name: string) => figures.find((figure) => figure.name === name)?.values;
    const labels = { rail: "sandbox-tron", asset: "trx" };
    expect(values("gas_transfers")).toContainEqual({ labels, value: 74 });
    expect(values("gas_transfers_low")).toEqual([{ value: 100 }]);
  });
});

test("the audit finds gas that was released while its payout is being sent", async () => {
  const ref = await paidOrder();
  granted(await applyEvent(ctx, ref, { name: "payout_started" }, "system"));
  const [held] = await ctx.db.orm.select().from(transfer).where(like(transfer.id, "%:gas"));
  await (await ownerDatabase()).query(
    `insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, pending_id, order_ref, at)
      select id || ':void', 'void', debit_account, credit_account, asset, amount, code, id, order_ref, now()
        from transfer where id = '${held?.id}'`,
  );
  expect(await verify(ctx.db)).toMatchObject([{ check: "gas_is_held_while_money_is_sent", subject: held?.id }]);
});

test("gas that an older version left held is released", async () => {
  const ref = await paidOrder();
  granted(await applyEvent(ctx, ref, { name: "payout_started" }, "system"));
  await releaseLeftGas(ctx);
  expect(await available(ctx.db.orm, trxAtRail)).toBe(6_000_000_000n - heldPerPayout);
  const ended = { status: "failed", settledAt: ctx.clock.now() } as const;
  await ctx.db.orm.update(outgoing).set(ended).where(eq(outgoing.orderRef, ref));
  await releaseLeftGas(ctx);
  await releaseLeftGas(ctx);
  expect(await available(ctx.db.orm, trxAtRail)).toBe(6_000_000_000n);
});

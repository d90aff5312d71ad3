import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { account } from "../../upstream/db/schema/ledger.ts";
import { payment } from "../../upstream/db/schema/orders.ts";
import { outgoing } from "../../upstream/db/schema/outgoing.ts";
import { available } from "../../upstream/ledger/read.ts";
import { accounts } from "../../upstream/ledger/rules/booking.ts";
import { applyEvent } from "../../upstream/orders/apply-event.ts";
import { advance } from "../../upstream/payouts/advance.ts";
import { sweepDue } from "../../upstream/payouts/sweeps/sweep-due.ts";
import { paidOrder } from "../support/payouts/movement-desk.ts";
import { scriptRails } from "../support/payouts/scripted-rail.ts";
import { exchange } from "../support/service/exchange.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";
import { report, walletOf } from "../support/wallets/deposits.ts";
import { violations } from "../support/withdrawals/withdrawals.ts";

const [rail, usdt] = ["sandbox-tron", "usdt-trc20"];

test("an order's payment and a deposit that are taken back at once come from where the money lies", async () => {
  const service = await exchange();
  const { ctx } = service;
  const { address } = await walletOf(service);
  scriptRails(ctx).reading = { state: "settled", txId: "s1", networkFee: { asset: "trx", amount: 5n } };
  const atDeposits = accounts.deposits(rail, usdt);
  const money = async () => [
    await available(ctx.db.orm, atDeposits),
    await available(ctx.db.orm, accounts.rail(rail, usdt)),
  ];
  const [, before = 0n] = await money();
  // One of them is swept when the other arrives.
  const ref = await paidOrder(ctx, { amount: "500" });
  await service.runJobs();
  await sweepDue(ctx);
  await service.runJobs();
  const deposit = { railPaymentId: "one", amount: 500_000000n, place: "deposits" } as const;
  await report(service, address, { ...deposit, state: "final" });
  expect(await money()).toEqual([500_000000n, before + 500_000000n]);
  const [paid] = await ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));
  const reversed = { name: "payment_reversed", rail, railPaymentId: paid?.railPaymentId ?? "" } as const;
  // Both have decided, or wait for each other, before either books.
  const { done } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(account).where(eq(account.id, atDeposits)).for("update");
    const both = [applyEvent(ctx, ref, reversed, "rail"), report(service, address, { ...deposit, state: "gone" })];
    await expect.poll(() => waitingLocks(ctx.db)).toBeGreaterThanOrEqual(2);
    return { done: Promise.all(both) };
  });
  await done;
  expect(await money()).toEqual([0n, before]);
  expect(await violations(service)).toEqual([]);
});

test("a deposit that is taken back while the end of its sweep is booked comes from where the rail pays out", async () => {
  const service = await exchange();
  const { ctx } = service;
  const { address } = await walletOf(service);
  const script = scriptRails(ctx);
  script.reading = { state: "pending" };
  const [atDeposits, hot] = [accounts.deposits(rail, usdt), accounts.rail(rail, usdt)];
  const before = await available(ctx.db.orm, hot);
  const deposit = { railPaymentId: "one", amount: 500_000000n, place: "deposits" } as const;
  await report(service, address, { ...deposit, state: "final" });
  await sweepDue(ctx);
  await service.runJobs();
  script.reading = { state: "settled", txId: "s1", networkFee: { asset: "trx", amount: 5n } };
  const [sweep] = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "sweep"));
  const waiting = () => waitingLocks(ctx.db);
  // The sweep is about to book that it has arrived when the deposit is taken back.
  const { done } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(account).where(eq(account.id, atDeposits)).for("update");
    const ended = advance(ctx, sweep?.id ?? "");
    await expect.poll(waiting).toBeGreaterThanOrEqual(1);
    const gone = report(service, address, { ...deposit, state: "gone" });
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    return { done: Promise.all([ended, gone]) };
  });
  await done;
  expect([await available(ctx.db.orm, atDeposits), await available(ctx.db.orm, hot)]).toEqual([0n, before]);
  expect(await violations(service)).toEqual([]);
});

test("a deposit that is booked while its sweep is asked for is a part of that sweep", async () => {
  const service = await exchange();
  const { ctx } = service;
  const { address } = await walletOf(service);
  const script = scriptRails(ctx);
  script.reading = { state: "settled", txId: "s1", networkFee: { asset: "trx", amount: 5n } };
  const [atDeposits, hot] = [accounts.deposits(rail, usdt), accounts.rail(rail, usdt)];
  const before = await available(ctx.db.orm, hot);
  const tell = (railPaymentId: string, amount: bigint, state: "final" | "gone") =>
    report(service, address, { railPaymentId, amount, state, place: "deposits" });
  await tell("one", 500_000000n, "final");
  const waiting = () => waitingLocks(ctx.db);
  const { done } = await ctx.db.transaction(async (tx) => {
    await tx.select().from(account).where(eq(account.id, atDeposits)).for("update");
    const arrived = tell("two", 30_000000n, "final");
    await expect.poll(waiting).toBeGreaterThanOrEqual(1);
    const asked = sweepDue(ctx);
    await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    return { done: Promise.all([arrived, asked]) };
  });
  await done;
  await service.runJobs();
  const swept = await ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "sweep"));
  expect(swept).toMatchObject([{ status: "sent", amount: 530_000000n }]);
  await tell("two", 30_000000n, "gone");
  expect([await available(ctx.db.orm, atDeposits), await available(ctx.db.orm, hot)]).toEqual([
    0n,
    before + 500_000000n,
  ]);
  expect(await violations(service)).toEqual([]);
});

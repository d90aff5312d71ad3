import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asset, order, outgoing, payment } from "../../../upstream/db/schema/index.ts";
import { accounts } from "../../../upstream/domain/ledger/booking.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { runCommand } from "../../../upstream/operator/command-request.ts";
import { applyEvent } from "../../../upstream/orders/apply-event.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { simulateEvent } from "../../../upstream/rails/sandbox/simulate-event.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { paidOrder } from "../../support/payouts/movement-desk.ts";
import { type ScriptedRail, scriptRails } from "../../support/payouts/scripted-rail.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { type Member, signedIn } from "../../support/service/members.ts";
import { report, walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, savedAddress, shown, violations } from "../../support/withdrawals/withdrawals.ts";

const usdt = "usdt-trc20";
const tron = "sandbox-tron";
const fee = { asset: "trx", amount: 5n };
let service: Exchange;
let anna: Member;
let address: string;
let rail: ScriptedRail;

beforeEach(async () => {
  service = await exchange({ settings: { PAYOUT_CAPS: "usdt-trc20:600/700/800" } });
  ({ member: anna, address } = await walletOf(service));
  rail = scriptRails(service.ctx);
  rail.reading = { state: "settled", txId: "s1", networkFee: fee };
});

const inBooks = (account: string) => available(service.ctx.db.orm, account);
const deposits = () => inBooks(accounts.deposits(tron, usdt));
const hot = () => inBooks(accounts.rail(tron, usdt));
const forSale = async () => (await service.ctx.market.snapshot()).assets.find(({ id }) => id === usdt)?.reserve;
const sweeps = () => service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "sweep"));
const paymentsOf = (ref: string) => service.ctx.db.orm.select().from(payment).where(eq(payment.orderRef, ref));
const operator = (command: string, args: Record<string, string>) =>
  runCommand(service.ctx, {
    command,
    args: { reason: "counted", anyway: "yes", ...args },
    operator: { name: "boris" },
  });
/** A deposit to Anna's wallet that has to be swept. */
const arrives = (railPaymentId: string, amount: bigint) =>
  report(service, address, { railPaymentId, amount, state: "final", place: "deposits" });
async function sweep() {
  await sweepDue(service.ctx);
  await service.runJobs();
}

describe("money at deposit addresses", () => {
  test("is not where the rail pays out from, and cannot be promised, until it is swept", async () => {
    const [before, free] = [await hot(), await forSale()];
    await arrives("one", 1_000_000000n);
    expect([await deposits(), await hot()]).toEqual([1_000_000000n, before]);
    // What the member is owed could be asked of the place that pays out at once.
    expect(await forSale()).toBe((free ?? 0n) - 1_000_000000n);
    const gas = await inBooks(accounts.rail(tron, "trx"));
    await sweep();
    expect([await deposits(), await hot()]).toEqual([0n, before + 1_000_000000n]);
    expect(await forSale()).toBe(free);
    expect(await inBooks(accounts.rail(tron, "trx"))).toBe(gas - 5n);
    expect(await sweeps()).toMatchObject([{ status: "sent", state: "settled", railTxId: "s1", approvedBy: null }]);
    expect(await violations(service)).toEqual([]);
  });

  test("is not for sale while its sweep is only asked for", async () => {
    await arrives("one", 1_000_000000n);
    const free = await forSale();
    rail.reading = { state: "pending" };
    await sweep();
    service.ctx.market.changed();
    expect([await sweeps(), await deposits()]).toMatchObject([[{ status: "sending" }], 0n]);
    expect(await forSale()).toBe(free);
  });

  test.each([
    ["before its sweep", { asked: false, swept: false }],
    ["while its sweep is under way", { asked: true, swept: false }],
    ["after its sweep", { asked: true, swept: true }],
  ])("comes from where it lies when the network takes it back %s", async (_, { asked, swept }) => {
    const before = await hot();
    await arrives("one", 100_000000n);
    await arrives("two", 30_000000n);
    if (!swept) rail.reading = { state: "pending" };
    if (asked) await sweep();
    await report(service, address, { railPaymentId: "one", state: "gone", place: "deposits" });
    rail.reading = { state: "reverted", reason: "no such coins", networkFee: null };
    if (asked) await advance(service.ctx, (await sweeps())[0]?.id ?? "");
    expect([await deposits(), await hot()]).toEqual(swept ? [0n, before + 30_000000n] : [30_000000n, before]);
    expect(await violations(service)).toEqual([]);
  });

  test("is swept to the rail's own address only, and without counting against the caps of payouts", async () => {
    rail.preparation = { state: "wait", reason: "coins" };
    await arrives("one", 5_000_000000n);
    await sweep();
    const [asked] = await sweeps();
    expect(asked).toMatchObject({ state: "approved", amount: 5_000_000000n });
    expect(asked?.account).toBe(service.ctx.rails.payoutFor(usdt).hotAddress);
    const elsewhere = { account: "TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb", state: "waiting", why: null } as const;
    await service.ctx.db.orm.update(outgoing).set(elsewhere);
    rail.preparation = undefined;
    await advance(service.ctx, asked?.id ?? "");
    expect(await sweeps()).toMatchObject([{ state: "held", why: "not_our_address" }]);
    expect(rail.sent.size).toBe(0);
  });

  test("is swept once by several processes, and what arrives meanwhile by the next sweep", async () => {
    rail.reading = { state: "pending" };
    await arrives("one", 100_000000n);
    const twin = service.twin().context;
    await Promise.all([sweepDue(service.ctx), sweepDue(service.ctx), sweepDue({ ...twin, rails: service.ctx.rails })]);
    await service.runJobs();
    await arrives("two", 30_000000n);
    await sweep();
    expect((await sweeps()).map(({ amount }) => amount)).toEqual([100_000000n]);
    rail.reading = undefined;
    await advance(service.ctx, (await sweeps())[0]?.id ?? "");
    await sweep();
    expect((await sweeps()).map(({ amount }) => amount).sort()).toEqual([100_000000n, 30_000000n]);
    expect(await deposits()).toBe(0n);
    expect(await violations(service)).toEqual([]);
  });

  test("stays there while it is less than the smallest deposit, and while its rail is stopped", async () => {
    await arrives("dust", 1_000000n);
    await sweep();
    expect(await sweeps()).toEqual([]);
    await operator("payouts stop", { rail: tron });
    await arrives("one", 100_000000n);
    await sweep();
    expect(rail.sent.size).toBe(0);
    await operator("payouts go", { rail: tron });
    await service.runJobs();
    expect(await deposits()).toBe(0n);
  });

  test("stays there without the coin that pays the network", async () => {
    await operator("reserve take", { asset: "trx", amount: "5990" });
    const left = await inBooks(accounts.rail(tron, "trx"));
    expect(left).toBeLessThan(service.ctx.rails.payoutFor(usdt).gas?.amount ?? 0n);
    await arrives("one", 100_000000n);
    await sweep();
    expect([await sweeps(), await deposits()]).toEqual([[], 100_000000n]);
  });
});

describe("an order's payment", () => {
  const statusOf = async (ref: string) =>
    (await service.ctx.db.orm.select().from(order).where(eq(order.ref, ref)))[0]?.holdReason ?? "none";

  test("lies at a deposit address, is not for sale until it is swept, and is swept like a deposit", async () => {
    const [before, free] = [await hot(), (await forSale()) ?? 0n];
    await paidOrder(service.ctx, { amount: "500" });
    await service.runJobs();
    expect([await deposits(), await hot(), await forSale()]).toEqual([500_000000n, before, free]);
    expect(await violations(service)).toEqual([]);
    await sweep();
    expect([await deposits(), await hot(), await forSale()]).toEqual([0n, before + 500_000000n, free + 500_000000n]);
    expect(await violations(service)).toEqual([]);
  });

  test.each([false, true])("that the network takes back comes from where it lies (swept: %s)", async (isSwept) => {
    const before = await hot();
    const ref = await paidOrder(service.ctx, { amount: "500" });
    await service.runJobs();
    if (isSwept) await sweep();
    const [{ rail: of, railPaymentId } = { rail: "", railPaymentId: "" }] = await paymentsOf(ref);
    await applyEvent(service.ctx, ref, { name: "payment_reversed", rail: of, railPaymentId }, "rail");
    expect([await deposits(), await hot()]).toEqual([0n, before]);
    expect(await violations(service)).toEqual([]);
  });

  test("is refunded from where the rail pays out, once a sweep has brought that much, however little lies there", async () => {
    await service.ctx.db.orm.update(asset).set({ minDeposit: 2_000_000000n }).where(eq(asset.id, usdt));
    const row = await executedRow(service.ctx, { amount: "500" });
    await simulateEvent(service.ctx, row, "pay_partial", "300");
    await operator("reserve take", { asset: usdt, amount: String((await hot()) / 1_000000n) });
    await sweep();
    expect(await sweeps()).toEqual([]);
    await applyEvent(service.ctx, row.ref, { name: "request_refund", refund: null }, "client");
    await service.runJobs();
    expect(await statusOf(row.ref)).toBe("reserve_low");
    await sweep();
    await service.pass(5);
    const [refund] = await service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "refund"));
    expect(refund).toMatchObject({ status: "sent", asset: usdt });
    expect(await violations(service)).toEqual([]);
  });

  test("in an asset without a smallest deposit is swept from the smallest order on", async () => {
    await service.ctx.db.orm.update(asset).set({ minDeposit: 0n }).where(eq(asset.id, usdt));
    const row = await executedRow(service.ctx, { amount: "500" });
    await simulateEvent(service.ctx, row, "pay_partial", "1");
    await sweep();
    expect([await sweeps(), await deposits()]).toEqual([[], 1_000000n]);
    await simulateEvent(service.ctx, row, "pay_partial", "499");
    await sweep();
    expect(await deposits()).toBe(0n);
  });
});

describe("a sweep", () => {
  test("that reverts has cost its fee, and the next one waits an hour", async () => {
    rail.reading = { state: "reverted", reason: "out of energy", networkFee: fee };
    await arrives("one", 100_000000n);
    const gas = await inBooks(accounts.rail(tron, "trx"));
    await sweep();
    await sweep();
    expect(await sweeps()).toMatchObject([{ status: "failed", state: "reverted" }]);
    expect([await deposits(), await inBooks(accounts.rail(tron, "trx"))]).toEqual([100_000000n, gas - 5n]);
    expect(await violations(service)).toEqual([]);
    await service.ctx.clock.advance(3601);
    rail.reading = undefined;
    await sweep();
    expect(await deposits()).toBe(0n);
    expect(await violations(service)).toEqual([]);
  });

  test("that arrived after it had failed, and one that came back, are booked as the network says", async () => {
    rail.reading = { state: "reverted", reason: "out of energy", networkFee: fee };
    const before = await hot();
    await arrives("one", 100_000000n);
    await sweep();
    const [{ id } = { id: "" }] = await sweeps();
    rail.reading = { state: "settled", txId: "s2", networkFee: fee };
    await advance(service.ctx, id);
    expect([await deposits(), await hot()]).toEqual([0n, before + 100_000000n]);
    expect(await sweeps()).toMatchObject([{ status: "sent", alarm: "sent_after_failure" }]);
    expect(await violations(service)).toEqual([]);
    rail.reading = { state: "returned", txId: "s2", networkFee: fee, amount: 40_000000n };
    await advance(service.ctx, id);
    expect([await deposits(), await hot()]).toEqual([40_000000n, before + 60_000000n]);
    expect(await violations(service)).toEqual([]);
  });
});

describe("a withdrawal while too little can be paid out", () => {
  /** A member with 1,000 USDT that are not swept, and nothing where the rail pays out from. */
  beforeEach(async () => {
    await service.ctx.db.orm.update(asset).set({ minDeposit: 2_000_000000n }).where(eq(asset.id, usdt));
    await report(service, address, {
      railPaymentId: "small",
      amount: 1_000_000000n,
      state: "final",
      place: "deposits",
    });
    await service.ctx.db.orm.update(asset).set({ minDeposit: 1_000_000000n }).where(eq(asset.id, usdt));
    await arrives("one", 1_000_000000n);
    await operator("reserve take", { asset: usdt, amount: String((await hot()) / 1_000000n) });
    await savedAddress(service, anna);
    await service.pass(86_400);
    anna.token = await signedIn(service, anna.email);
  });

  test("is held in the wallet and waits; a sweep brings what it needs, and it is sent", async () => {
    expect(await hot()).toBeLessThan(100_000000n);
    const { id } = await confirmed(service, anna);
    expect(await shown(service, anna, id)).toMatchObject({ status: "approved", waits_for: "funds" });
    expect(await violations(service)).toEqual([]);
    await service.pass(5);
    expect(await shown(service, anna, id)).toMatchObject({ status: "approved", waits_for: "funds" });
    const today = await operator("today", {});
    expect(today).toMatchObject({ data: { withdrawals_waiting: [{ id, waits_for: "funds" }] } });
    await sweep();
    await service.pass(5);
    expect(await shown(service, anna, id)).toMatchObject({ status: "completed", waits_for: null });
    expect(rail.sent.get(`${id}-withdrawal-1`)).toBe(1);
    expect(await violations(service)).toEqual([]);
  });

  test("is sent from money that we add", async () => {
    const { id } = await confirmed(service, anna);
    await operator("reserve fund", { asset: usdt, amount: "500" });
    await service.pass(5);
    expect(await shown(service, anna, id)).toMatchObject({ status: "completed" });
    expect(await violations(service)).toEqual([]);
  });

  test("gives everything back when it is stopped", async () => {
    const { id } = await confirmed(service, anna);
    expect(await operator("withdrawals reject", { id })).toMatchObject({ ok: true });
    expect(await shown(service, anna, id)).toMatchObject({ status: "rejected", waits_for: null });
    expect(await inBooks(accounts.member(anna.id, usdt))).toBe(2_000_000000n);
    expect(await violations(service)).toEqual([]);
  });

  test("cannot be handed over by a version that does not know of it", async () => {
    const { id } = await confirmed(service, anna);
    const movement = {
      id: `${id}-withdrawal-1`,
      withdrawalId: id,
      kind: "withdrawal",
      attempt: 1,
      rail: tron,
    } as const;
    const insert = service.ctx.db.orm.insert(outgoing).values({
      ...{ ...movement, asset: usdt, amount: 99_000000n, fee: 1_000000n, account: "T", status: "sending" },
      ...{
        transferId: `withdrawal:${id}:net`,
        feeTransferId: `withdrawal:${id}:fee`,
        createdAt: service.ctx.clock.now(),
      },
    });
    await expect(insert).rejects.toMatchObject({ cause: { message: expect.stringContaining("is not held") } });
  });
});

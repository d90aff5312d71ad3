import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { outgoing, sandboxStep, sweepPart } from "../../../upstream/db/schema/index.ts";
import { walletAddress } from "../../../upstream/db/schema/wallets.ts";
import { available, posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { failureFee, networkFee } from "../../../upstream/rails/sandbox/network.ts";
import { failedAddress } from "../../../upstream/rails/sandbox/payout.ts";
import { type SweepDesk, sweepDesk, tron, usdt } from "../../support/payouts/sweep-desk.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import { type Exchange, exchange } from "../../support/service/exchange.ts";
import { report } from "../../support/wallets/deposits.ts";
import { violations } from "../../support/withdrawals/withdrawals.ts";

const [deposits, hot, gas] = [accounts.deposits(tron, usdt), accounts.rail(tron, usdt), accounts.rail(tron, "trx")];

/** Wallet addresses of nobody any more: what arrives there is kept as unclaimed. */
async function addressesOf({ ctx }: Exchange, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ id: `wa_${at}`, memberId: null, asset: usdt, rail: tron, address: `T${String(at).padStart(4, "0")}` },
    issuedAt: ctx.clock.now(),
  }));
  await ctx.db.orm.insert(walletAddress).values(rows);
  return rows.map(({ address }) => address);
}

describe("a sweep on the sandbox", () => {
  let service: Exchange;
  beforeEach(async () => {
    service = await exchange({ settings: { SANDBOX_PACE_MS: "0" } });
  });
  const balances = async () => [await posted(service.ctx.db.orm, deposits), await available(service.ctx.db.orm, hot)];
  const sweep = async () => {
    await sweepDue(service.ctx);
    await service.runJobs();
  };
  const today = async () => {
    const outcome = await runCommand(service.ctx, { command: "today", args: {}, operator: { name: "anna" } });
    const data = outcome.ok && typeof outcome.data === "object" && !Array.isArray(outcome.data) ? outcome.data : {};
    return Array.isArray(data.failed_sweeps) ? data.failed_sweeps : [];
  };

  test("ends by address: of 30 of which 3 fail, 27 have arrived, and the next one takes the 3", async () => {
    const { ctx } = service;
    const addresses = await addressesOf(service, 30);
    for (const [at, address] of addresses.entries())
      await report(service, address, {
        railPaymentId: `p${at}`,
        amount: 1_000_000000n,
        state: "final",
        place: "deposits",
      });
    const failing = [addresses[3], addresses[14], addresses[29]].map((address) => address ?? "");
    const dueAt = new Date(ctx.clock.now().getTime() + 86_400_000);
    await ctx.db.orm
      .insert(sandboxStep)
      .values(failing.map((address) => ({ id: `fail ${address}`, step: failedAddress, details: { address }, dueAt })));
    const [[, before = 0n], gasBefore] = [await balances(), await available(ctx.db.orm, gas)];
    await sweep();
    expect(await balances()).toEqual([3_000_000000n, before + 27_000_000000n]);
    const [fee, lost] = [networkFee("tron")?.amount ?? 0n, failureFee("tron")?.amount ?? 0n];
    expect(await available(ctx.db.orm, gas)).toBe(gasBefore - 27n * fee - 3n * lost);
    const parts = await ctx.db.orm.select().from(sweepPart).orderBy(asc(sweepPart.address));
    expect(parts.map(({ state, payments, fee }) => ({ state, payments, fee }))).toEqual(
      addresses.map((address, at) => {
        const hasFailed = failing.includes(address);
        return { state: hasFailed ? "failed" : "arrived", payments: [`p${at}`], fee: hasFailed ? lost : fee };
      }),
    );
    expect(new Set(parts.map(({ railTxId }) => railTxId)).size).toBe(30);
    expect(await violations(service)).toEqual([]);

    expect(await today()).toMatchObject(failing.map((address) => ({ address, amount: "1000.000000" })));
    // A failed transfer has cost its fee: the addresses wait an hour.
    await sweep();
    expect(await ctx.db.orm.select().from(outgoing)).toHaveLength(1);
    await service.pass(3601);
    await sweep();
    expect(await balances()).toEqual([0n, before + 30_000_000000n]);
    expect(await today()).toEqual([]);
    expect(await violations(service)).toEqual([]);
  });

  test("of a thousand payments of 0.01 costs nothing, since none is swept", async () => {
    await addressesOf(service, 1_000);
    const db = await ownerDatabase();
    await db.query(`insert into deposit (id, address_id, wallet_asset, rail, place, rail_payment_id, asset, amount, status,
        confirmations, required, times_final, seen_at, final_at)
      select 'dep_' || n, 'wa_' || n, '${usdt}', '${tron}', 'deposits', 'p' || n, '${usdt}', 10000, 'unclaimed', 20, 20, 1,
        now(), now() from generate_series(0, 999) n`);
    await db.query(`insert into account (id, asset, normal, floor, created_at) values
      ('${deposits}', '${usdt}', 'debit', 'cash', now()), ('unclaimed:${usdt}', '${usdt}', 'credit', 'available', now())
      on conflict do nothing`);
    await db.query(`insert into transfer (id, kind, debit_account, credit_account, asset, amount, code, at)
      select 'deposit:dep_' || n || ':1', 'posted', '${deposits}', 'unclaimed:${usdt}', '${usdt}', 10000, 'deposit', now()
        from generate_series(0, 999) n`);
    const before = await available(service.ctx.db.orm, gas);
    await sweep();
    expect(await service.ctx.db.orm.select().from(outgoing)).toEqual([]);
    expect([await posted(service.ctx.db.orm, deposits), await available(service.ctx.db.orm, gas)]).toEqual([
      10_000000n,
      before,
    ]);
    expect(await violations(service)).toEqual([]);
  });
});

describe("a sweep", () => {
  let desk: SweepDesk;
  beforeEach(async () => {
    desk = await sweepDesk();
  });
  const latest = async () => (await desk.sweeps()).at(-1)?.id ?? "";

  test("tells its rail each address, what to move from there, and the payments that lie there", async () => {
    await desk.arrives("one", 100_000000n);
    await desk.arrives("two", 30_000000n);
    await desk.arrives("three", 50_000000n, 1);
    await desk.sweep();
    const parts = desk.rail.parts.get(await latest());
    expect([...(parts ?? [])].sort((a, b) => Number(b.amount - a.amount))).toEqual([
      { address: desk.addresses[0], amount: 130_000000n, payments: ["one", "two"] },
      { address: desk.addresses[1], amount: 50_000000n, payments: ["three"] },
    ]);
    await desk.arrives("four", 40_000000n);
    await desk.sweep();
    expect(await desk.partsOf(await latest())).toMatchObject([{ amount: 40_000000n, payments: ["four"] }]);
  });

  test("whose steps are not all sent is sent again, until its rail says how it ended", async () => {
    desk.rail.reading = { state: "unfinished" };
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    const id = await latest();
    await advance(desk.service.ctx, id);
    expect([desk.rail.sent.get(id), await desk.sweeps()]).toMatchObject([
      2,
      [{ state: "broadcast", status: "sending" }],
    ]);
    desk.rail.reading = undefined;
    await advance(desk.service.ctx, id);
    expect([desk.rail.sent.get(id), await desk.deposits()]).toEqual([2, 0n]);
  });

  test("takes as many addresses as the coin that pays the network reaches for, the fullest first", async () => {
    const { ctx } = desk.service;
    const { sweep: perTransfer } = await ctx.rails.payoutFor(usdt).gasNow(ctx.db.orm);
    const left = (await desk.inBooks(accounts.rail(tron, "trx"))) - 2n * perTransfer;
    await desk.operator("reserve take", { asset: "trx", amount: String(left / 1_000000n) });
    await desk.arrives("one", 100_000000n);
    await desk.arrives("two", 30_000000n, 1);
    await desk.arrives("three", 50_000000n, 2);
    await desk.sweep();
    expect((await desk.partsOf(await latest())).map(({ payments }) => payments).sort()).toEqual([["one"], ["three"]]);
    expect(await violations(desk.service)).toEqual([]);
  });

  test("takes no address by itself that holds too little; an operator may sweep it", async () => {
    desk.service.ctx.env.SWEEP_COST_PERCENT = 0.5;
    await desk.arrives("one", 100_000000n);
    await desk.sweep();
    expect(await desk.sweeps()).toEqual([]);
    await desk.operator("payouts sweep", { rail: tron, asset: usdt });
    await desk.service.runJobs();
    expect(await desk.deposits()).toBe(0n);
  });
});

import { expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { evmAddress, walletAddress } from "../../../upstream/db/schema/index.ts";
import { cancelOrder } from "../../../upstream/orders/cancel-order.ts";
import { createUpstream } from "../../../upstream/program/app.ts";
import { randomIds } from "../../../upstream/program/ids.ts";
import { railsFor } from "../../../upstream/rails/rails.ts";
import { createLog } from "../../../upstream/shared/log.ts";
import { executedRow } from "../../support/orders/order-rows.ts";
import { payoutDesk } from "../../support/payouts/payout-desk.ts";
import { testClock, testEnv } from "../../support/service/exchange.ts";

/** Starts a service whose `RAILS` no longer names the rails with these ids. */
async function startWithout(db: Database, ids: readonly string[]): Promise<void> {
  const parts = { db, clock: testClock(), ids: randomIds, log: createLog("silent"), env: testEnv({}) };
  const rails = railsFor(parts);
  const runs: typeof rails.runs = (place) => !ids.includes(place.rail) && rails.runs(place);
  const upstream = createUpstream({ ...parts, rails: { ...rails, runs } });
  await upstream.start();
  await upstream.stop();
}

test("a start without a rail that is still in use is refused, with all uses counted", async () => {
  const { ctx, rail, paidOrder, work } = await payoutDesk();
  const { db } = ctx;
  await paidOrder();
  rail.reading = { state: "pending" };
  await work();
  await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  const ended = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  await cancelOrder(ctx, ended.ref);
  await issueDepositAddresses(db, ctx.clock.now());

  await expect(startWithout(db, ["sandbox-bitcoin", "sandbox-paypal", "sandbox-tron"])).rejects.toThrow(
    "RAILS is sandbox, and no rail that it names can go on with this: " +
      "sandbox-paypal (paypal-usd) has 1 transfer being sent, 1 open order; " +
      "sandbox-tron (usdt-trc20) has 1 open order, 2 deposit addresses of wallets. " +
      "Name those rails in RAILS again; see docs/operating/rails.md, Taking a rail out.",
  );
  await startWithout(db, ["sandbox-bitcoin", "nebulox"]);
});

test("addresses that Ethereum watches for ended orders keep a start without it from happening", async () => {
  const { ctx } = await payoutDesk();
  const { db } = ctx;
  const open = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  const ended = await executedRow(ctx, { from: "paypal-usd", to: "usdt-trc20", amount: "100" });
  await cancelOrder(ctx, ended.ref);
  const watched = [open.ref, ended.ref, "deleted"].map((orderRef, index) => {
    const place = `0x${String(index).padStart(40, "a")}`;
    return { place, shown: place, index, orderRef, issuedAt: ctx.clock.now() };
  });
  await db.orm.insert(evmAddress).values(watched);
  await expect(startWithout(db, [])).rejects.toThrow(
    "RAILS is sandbox, and no rail that it names can go on with this: evm has 2 deposit addresses of ended orders. Name",
  );
});

async function issueDepositAddresses(db: Database, issuedAt: Date): Promise<void> {
  const place = { asset: "usdt-trc20", rail: "sandbox-tron", issuedAt };
  await db.orm.insert(walletAddress).values([
    { ...place, id: "wa_1", address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE" },
    { ...place, id: "wa_2", address: "TPHPPJK1NExEgm1VuHpQANqRtbqsYzmBgM" },
  ]);
}

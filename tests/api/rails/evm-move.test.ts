import { HDKey } from "@scure/bip32";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod/v4";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { differencesOf, lastTried } from "../../../upstream/books/reconciliation/reconciliations.ts";
import { deposit, outgoing } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type EvmExchange, evmExchange } from "../../support/evm/evm-exchange.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { ether, newTestSigner, type TestSigner } from "../../support/evm/payout-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { executedOrder, track } from "../../support/orders/order-steps.ts";
import { paypalEvent } from "../../support/orders/paypal-events.ts";
import { freshDatabase, scratchDatabase } from "../../support/service/database.ts";
import { walletOf } from "../../support/wallets/deposits.ts";

const asset = "usdt-erc20";
const newSeed = 7;
let chain: TestChain;
let usdt: string;
let newSigner: TestSigner;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  newSigner = await newTestSigner(usdt, { most: 1_000_000_000000n, seed: newSeed });
  await newSigner.start();
});
afterAll(async () => {
  await newSigner.stop();
  await chain.stop();
});

const run = ({ service }: EvmExchange, command: string, args: Record<string, string>) =>
  runCommand(service.ctx, { command, args, operator: { name: "olga" } });

async function differences(ethereum: EvmExchange) {
  await run(ethereum, "reconcile", { rail: "evm" });
  const { orm } = ethereum.service.ctx.db;
  const tried = await lastTried(orm, "evm");
  if (!tried) throw new Error("Nothing was compared");
  return differencesOf(orm, tried, 100);
}

/** A booking by the operator, who is asked again where its amount is unusual. */
async function booking(ethereum: EvmExchange, command: string, args: Record<string, string>): Promise<void> {
  const outcomes = [await run(ethereum, command, args)];
  if (!outcomes[0]?.ok) outcomes.push(await run(ethereum, command, { ...args, anyway: "yes" }));
  expect(outcomes).toContainEqual(expect.objectContaining({ ok: true }));
}

/** Mines what is in the pool to its confirmations, and does what the rail's tasks do. */
async function settle(ethereum: EvmExchange): Promise<void> {
  await chain.mine(3);
  for (const task of railTasks(ethereum.service.ctx)) await task.run();
  await ethereum.service.runJobs();
}

/** An order that is paid out on the chain as soon as it has its confirmations. */
async function orderUnderWay({ service }: EvmExchange) {
  const order = await executedOrder(service, { from: "paypal-usd", to: asset, amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const ofOrder = and(eq(outgoing.orderRef, order.ref), eq(outgoing.kind, "payout"));
  expect(await service.ctx.db.orm.select().from(outgoing).where(ofOrder)).toMatchObject([{ status: "sending" }]);
  return order;
}

test("moving to another hot address, step by step: nothing under way is lost, and both exchanges match the chain", async () => {
  const db = await freshDatabase();
  const old: FundedExchange = await fundedExchange(chain, usdt, { db });
  const { address } = await walletOf(old.service, "anna@example.com", asset);
  const order = await orderUnderWay(old);

  // What is under way ends at the old address; then its signer is stopped for ever.
  expect(await run(old, "maintenance on", { reason: "another key" })).toMatchObject({ ok: true });
  await settle(old);
  expect(await track(old.service, order)).toMatchObject({ status: "completed" });
  expect(await run(old, "payouts list", {})).toMatchObject({ ok: true, data: [] });
  await old.signer.stop();

  // A wallet with the old key moves what lies there.
  const newKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(newSeed)).derive("m/44'/60'/0'");
  const key = readAccountKey(newKey.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  const moved = await chain.balance(old.hot, usdt);
  await chain.rpc("anvil_impersonateAccount", [old.hot]);
  const tokens = await chain.payToken(usdt, key.hot.checksummed, moved, old.hot);
  const coins = await chain.pay(key.hot.checksummed, 9n * ether, { from: old.hot });

  const ownDatabase = await scratchDatabase();
  onTestFinished(() => ownDatabase.close());
  // The new one has a database of its own, and books what has arrived.
  const renewed = await evmExchange(
    chain,
    { tokens: { [asset]: usdt } },
    { db: ownDatabase, settings: { SIGNER_SOCKET: newSigner.socket, EVM_XPUB: newKey.publicExtendedKey } },
  );
  await renewed.read();
  await settle(renewed);
  for (const { fill } of z.array(z.object({ fill: z.string() })).parse(await renewed.shows("evm fills")))
    expect(await run(renewed, "evm book-fill", { fill, reason: "moved", anyway: "yes" })).toMatchObject({ ok: true });
  const paid = await chain.balance(anna.addresses[asset], usdt);
  const next = await orderUnderWay(renewed);
  await settle(renewed);
  expect(await track(renewed.service, next)).toMatchObject({ status: "completed" });
  expect(await chain.balance(anna.addresses[asset], usdt)).toBeGreaterThan(paid);
  expect(await available(renewed.service.ctx.db.orm, accounts.rail("evm", asset))).toBe(
    await chain.balance(key.hot.checksummed, usdt),
  );
  expect(await differences(renewed)).toEqual([]);

  // The old one still credits what customers pay to the addresses that they have.
  const watching = await evmExchange(chain, { tokens: { [asset]: usdt } }, { db });
  await chain.payToken(usdt, address, 30_000000n);
  await settle(watching);
  await watching.read();
  expect(await db.orm.select().from(deposit)).toMatchObject([{ amount: 30_000000n, status: "credited" }]);

  // It names what the wallet has moved, until that is booked; by the process whose ids follow those in its database.
  const named = await differences(watching);
  expect(named.map(({ what, subject }) => `${what} ${subject}`).sort()).toEqual(
    ["balance_unexplained hot", `rail_without_sent ${coins}`, `rail_without_sent ${tokens}`].sort(),
  );
  const take = { rail: "evm", reason: "moved to the new exchange" };
  const taken = formatDecimal(moved, 6);
  await booking(old, "reserve take", { asset, amount: taken, tx: tokens, ...take });
  await booking(old, "reserve take", { asset: "eth", amount: "9", tx: coins, ...take });
  const booked = await available(db.orm, accounts.rail("evm", "eth"));
  const fees = formatDecimal(booked - (await chain.balance(old.hot)), 18);
  await booking(old, "reserve fee", { asset: "eth", amount: fees, ...take });
  for (const subject of [tokens, coins]) await booking(old, "differences mark-corrected", { subject, reason: "moved" });
  expect(await differences(watching)).toEqual([]);
  expect(await verify(db)).toEqual([]);
  expect(await verify(ownDatabase)).toEqual([]);
});

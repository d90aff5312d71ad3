import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod/v4";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { paypalTask } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { checkNetworks } from "../../../upstream/rails/check-networks.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { testAccount } from "../../support/evm/evm-exchange.ts";
import { ether, newTestSigner } from "../../support/evm/payout-exchange.ts";
import { firstMarket } from "../../support/market/first-market.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { executedOrder, type OpenedOrder, track } from "../../support/orders/order-steps.ts";
import { handsOf, ownAccount, paidEntry, txOf } from "../../support/paypal-by-hand/hand-exchange.ts";
import { enterPaidInvoice } from "../../support/paypal-by-hand/paid-invoice.ts";
import { exchange } from "../../support/service/exchange.ts";

const noContract = "0x00000000000000000000000000000000000a11ce";
let chain: TestChain;
let usdt: string;
let settings: Record<string, string>;
beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  settings = {
    RAILS: "evm",
    EVM_RPC_URL: chain.url,
    EVM_CHAIN_ID: "31337",
    EVM_XPUB: testAccount.publicExtendedKey,
    EVM_TOKENS: `usdt-erc20=${usdt},lost-erc20=${noContract}`,
    REAL_RAILS_ON: "test-networks",
  };
});
afterAll(() => chain.stop());

const todayFills = z.object({ unbooked_fills: z.array(z.object({ fill: z.string() })).length(2) });

/** An exchange whose only rail is a real one, before an operator has added anything. */
const emptyExchange = (more: Record<string, string> = {}) =>
  exchange({ market: "empty", settings: { ...settings, ...more } });

test("assets of a real network are added with the decimals that their contracts name", async () => {
  const service = await emptyExchange();
  const add = (args: Record<string, string>) => {
    const terms = { symbol: "USDT", name: "Tether", confirmations: "12", anyway: "yes", reason: "the first day" };
    return runCommand(service.ctx, {
      command: "assets add",
      args: { ...terms, ...args },
      operator: { name: "anna" },
    });
  };
  expect(await add({ asset: "usdt-erc20", decimals: "18" })).toEqual({
    ok: false,
    sentence: "usdt-erc20 has 6 decimals at its rail, not 18.",
  });
  expect(await add({ asset: "usdt-trc20", decimals: "6" })).toEqual({
    ok: false,
    sentence: "No running rail knows usdt-trc20. RAILS is evm.",
  });
  expect(await add({ asset: "lost-erc20", decimals: "6" })).toMatchObject({ ok: false });
  expect(await add({ asset: "usdt-erc20", decimals: "6" })).toMatchObject({ ok: true });
  expect(await add({ asset: "eth", decimals: "18", symbol: "ETH", name: "Ethereum" })).toMatchObject({ ok: true });

  const { meta } = (await service.call("exchangePairs")).reply();
  expect(meta).toMatchObject({ sandbox: true, reference_source: "table" });
  const { assets } = await service.ctx.market.snapshot();
  expect(assets.map(({ id, network, decimals }) => ({ id, network, decimals }))).toEqual([
    { id: "usdt-erc20", network: "ethereum", decimals: 6 },
    { id: "eth", network: "ethereum", decimals: 18 },
  ]);
  expect(await verify(service.ctx.db)).toEqual([]);

  const listed = async () => (await service.call("exchangePairs")).reply().data.assets.map(({ id }) => id);
  expect(await listed()).toEqual([]);
  const open = { asset: "eth", receive: "on", anyway: "yes", reason: "the first day" };
  await runCommand(service.ctx, { command: "assets set", args: open, operator: { name: "anna" } });
  // Of no pair, but members can keep it in wallets, whose pages read this list.
  expect(await listed()).toEqual(["eth"]);
});

test("a market of three assets and four pairs that operators build on two real rails sells in all directions", async () => {
  const signer = await newTestSigner(usdt);
  await signer.start();
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  const hot = key.hot.checksummed;
  await chain.pay(hot, 3n * ether);
  await chain.payToken(usdt, hot, 5_000_000000n);
  await chain.mine();
  const running = {
    ...{ ...settings, RAILS: "evm,paypal-by-hand", PAYPAL_ACCOUNTS: ownAccount },
    ...{ SIGNER_SOCKET: signer.socket, EVM_CONFIRMATIONS: "3" },
  };
  const service = await exchange({ market: "empty", settings: running });
  const hand = handsOf(service);
  const reason = "the first day";
  for (const [command, args] of firstMarket({ money: { "paypal-usd": "5000" }, confirmations: "3" }))
    await hand.must("anna", command, { reason, ...args });

  const afterThreeBlocks = async () => {
    await chain.mine(3);
    for (const { run } of railTasks(service.ctx)) await run();
    await service.runJobs();
    await readSent(service.ctx);
    await service.runJobs();
  };
  await afterThreeBlocks();
  const { unbooked_fills } = todayFills.parse((await hand.must("anna", "today")).data);
  for (const { fill } of unbooked_fills) await hand.must("anna", "evm book-fill", { fill, reason, anyway: "yes" });
  const statusOf = async (order: OpenedOrder) => (await track(service, order)).status;
  for (const input of [
    { from: "usdt-erc20", to: "paypal-usd", amount: "100" },
    { from: "eth", to: "paypal-usd", amount: "0.03" },
  ]) {
    const order = await executedOrder(service, input);
    const address = order.order.payin.address ?? "";
    if (input.from === "eth") await chain.pay(address, (ether * 3n) / 100n);
    else await chain.payToken(usdt, address, 100_000000n);
    await afterThreeBlocks();
    expect(await statusOf(order)).toBe("sending");
    const [task] = await service.ctx.db.orm.select().from(paypalTask).where(eq(paypalTask.state, "open"));
    const number = String(task?.number);
    await hand.must("anna", "tasks claim", { number });
    await hand.must("anna", "tasks paid", { number, ...paidEntry(service, order) });
    await hand.tell();
    expect(await statusOf(order)).toBe("completed");
  }
  for (const to of ["usdt-erc20", "eth"] as const) {
    const order = await executedOrder(service, { from: "paypal-usd", to, amount: "100" });
    const before = await chain.balance(anna.addresses[to], to === "eth" ? undefined : usdt);
    await enterPaidInvoice(hand, order.ref, [{ tx: txOf(order.ref), amount: "100.00" }]);
    await hand.tell();
    expect(await statusOf(order)).toBe("sending");
    await afterThreeBlocks();
    expect(await statusOf(order)).toBe("completed");
    const amount = parseAmount(order.order.to.amount, to === "eth" ? 18 : 6);
    expect((await chain.balance(anna.addresses[to], to === "eth" ? undefined : usdt)) - before).toBe(amount);
  }
  expect(await verify(service.ctx.db)).toEqual([]);

  // A token whose contract is not there has kept nothing from being sold; it is named where balances are compared.
  expect(await hand.as("anna", "reconcile", { rail: "evm" })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining(`does EVM_TOKENS name the right contract, ${noContract}?`),
  });
  const corrected = { ...running, EVM_TOKENS: `usdt-erc20=${usdt}` };
  const restarted = handsOf(await exchange({ db: service.ctx.db, settings: corrected }));
  expect((await restarted.must("anna", "reconcile", { rail: "evm" })).data).toMatch(/^evm: matched until block/);
  await signer.stop();
});

test("a test network needs the setting that says so, and a chain of unknown id counts as real", async () => {
  const { rails } = (await emptyExchange()).ctx;
  expect(() => checkNetworks(rails)).not.toThrow();
  expect(() => checkNetworks({ ...rails, isTest: false })).toThrow(
    "evm is on a development network (chain 31337), where money is worth nothing. Set REAL_RAILS_ON=test-networks",
  );
  const service = await emptyExchange({ EVM_CHAIN_ID: "424242" });
  expect(() => checkNetworks(service.ctx.rails)).toThrow(
    "REAL_RAILS_ON is test-networks, but evm is on the network of chain 424242, where money is real.",
  );
});

test("a service starts and serves while its only node is away", async () => {
  const service = await emptyExchange({ EVM_RPC_URL: "http://127.0.0.1:1" });
  await service.upstream.start();
  expect(await service.upstream.ready()).toBe(true);
  expect((await service.call("exchangePairs")).status).toBe(200);
  await service.upstream.stop();
});

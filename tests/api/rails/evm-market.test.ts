import { afterAll, beforeAll, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { checkNetworks } from "../../../upstream/rails/check-networks.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { testAccount } from "../../support/evm/evm-exchange.ts";
import { exchange } from "../../support/service/exchange.ts";

let chain: TestChain;
let settings: Record<string, string>;
beforeAll(async () => {
  chain = await startChain();
  settings = {
    RAILS: "evm",
    EVM_RPC_URL: chain.url,
    EVM_CHAIN_ID: "31337",
    EVM_XPUB: testAccount.publicExtendedKey,
    EVM_TOKENS: `usdt-erc20=${await chain.token("ReturnsNothing")},lost-erc20=0x00000000000000000000000000000000000a11ce`,
    REAL_RAILS_ON: "test-networks",
  };
});
afterAll(() => chain.stop());

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

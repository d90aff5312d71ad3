import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { withdrawal } from "../../../upstream/db/schema/index.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type EvmExchange, evmExchange } from "../../support/evm/evm-exchange.ts";
import { type FaultyNode, faultyNode } from "../../support/evm/faulty-node.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { gwei } from "../../support/evm/payout-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { acceptedDraft, executeDraft } from "../../support/orders/order-steps.ts";
import { freshDatabase } from "../../support/service/database.ts";
import { figures, walletOf } from "../../support/wallets/deposits.ts";
import { requested } from "../../support/withdrawals/withdrawals.ts";

const asset = "usdt-erc20";
const intoUsdt = { from: "paypal-usd", to: asset, amount: "300" } as const;

let chain: TestChain;
let usdt: string;
let node: FaultyNode;
let db: Database;
let ethereum: FundedExchange;
let snapshot: string;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  node = await faultyNode(chain.url);
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});
beforeEach(async () => {
  snapshot = await chain.rpc<string>("evm_snapshot");
  db = await freshDatabase();
  await nextBaseFee(1n);
  ethereum = await fundedExchange({ ...chain, url: node.url }, usdt, { db, settings });
});
afterEach(async () => {
  await ethereum.signer.stop();
  await chain.rpc("evm_revert", [snapshot]);
});

const settings = { FEES_FOLLOW_NETWORK: "on" };

const nextBaseFee = (fee: bigint) => chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(fee * gwei).toString(16)}`]);

/** Mines a block in which a unit of gas costs so much, and reads it. */
async function blockAt(baseFee: bigint): Promise<void> {
  await nextBaseFee(baseFee);
  await chain.mine();
  await ethereum.read();
}

/** In USDT: the fees of a withdrawal and of a payout, and what the network takes. */
async function feesNow({ service: { ctx } }: EvmExchange = ethereum) {
  ctx.market.changed();
  const { assets, pairs } = await ctx.market.snapshot();
  const { withdrawFee, networkCost } = assets.find(({ id }) => id === asset) ?? {};
  const pair = pairs.get(`paypal-usd_${asset}`);
  return [withdrawFee, pair?.row.payoutFee, networkCost].map((fee) => Number(fee) / 1e6);
}

/** Within 5 %, in USDT: a transfer of a token that offers so many gwei, at the demo market's 2,806.83 for a coin. */
function costs(offered: number): unknown {
  const expected = offered * 1e-9 * 100_000 * 2806.83;
  return { asymmetricMatch: (actual: number) => Math.abs(actual / expected - 1) < 0.05, toString: () => `${expected}` };
}

test("the fees of a withdrawal and of a payout rise with what the network takes, fall an hour later, and have bounds", async () => {
  // Nothing was read: the most that it may take.
  expect(await feesNow()).toEqual([10, 15, costs(100)]);
  await blockAt(1n);
  expect(await feesNow()).toEqual([3, 3, costs(3)]);
  await blockAt(15n);
  expect(await feesNow()).toEqual([costs(31), costs(31), costs(31)]);
  await blockAt(1n);
  await ethereum.service.ctx.clock.advance(3500);
  await blockAt(1n);
  expect(await feesNow()).toEqual([costs(31), costs(31), costs(31)]);
  await ethereum.service.ctx.clock.advance(200);
  await blockAt(1n);
  expect(await feesNow()).toEqual([3, 3, costs(3)]);
  await blockAt(300n);
  expect(await feesNow()).toEqual([10, 15, costs(100)]);
});

test("operators read the same cost, and what an exchange must bring to earn it", async () => {
  const listedFigures = async () => {
    ethereum.service.ctx.market.changed();
    const [assets, pairs] = await Promise.all([ethereum.shows("assets list"), ethereum.shows("pairs list")]);
    const ofAsset = (assets as Record<string, string>[]).find((row) => row.asset === asset);
    const ofPair = (pairs as Record<string, string>[]).find(({ pair }) => pair === `paypal-usd_${asset}`);
    return {
      cost: Number(ofAsset?.network_cost),
      sweep: Number(ofAsset?.min_deposit_sweep_cost?.split(" ")[0]),
      breakEven: Number(ofPair?.break_even),
    };
  };
  await blockAt(1n);
  const cheap = await listedFigures();
  expect(cheap).toMatchObject({ cost: costs(3), sweep: costs(3 * 1.21) });
  await blockAt(15n);
  const dear = await listedFigures();
  expect(dear).toMatchObject({ cost: costs(31), sweep: costs(31 * 1.21) });
  expect(dear.breakEven).toBeGreaterThan(cheap.breakEven);
});

test("what was quoted or asked for before keeps its fee, and no quote asks the node", async () => {
  const { service } = ethereum;
  await blockAt(1n);
  const { member, address } = await walletOf(service, "anna@example.com", asset);
  await chain.payToken(usdt, address, 200_000000n);
  await chain.mine(3);
  await ethereum.read();
  expect(await figures(service, member, asset)).toMatchObject({ available: "200.000000" });
  await feesNow();
  const draft = await acceptedDraft(service, intoUsdt);
  const asked = await requested(service, member, { asset, amount: "100", account: anna.addresses[asset] });
  expect(asked).toMatchObject({ fee: "3.000000", net: "97.000000" });
  await blockAt(15n);
  await feesNow();
  node.count();
  const query = { from: "paypal-usd", to: asset, amount: "300", side: "from" } as const;
  const quote = (await service.call("exchangeQuote", { query })).reply().data;
  expect(quote.fees).toContainEqual({ kind: "payout_network", amount: expect.stringMatching(/^8\./), asset });
  expect(node.count()).toEqual({ requests: 0, calls: 0 });
  expect((await executeDraft(service, draft)).reply().data.to).toEqual(draft.order.to);
  expect(await db.orm.select().from(withdrawal)).toMatchObject([{ fee: 3_000000n }]);
});

test("the cost outlives a restart, and is the most that it may be while no block was read for ten minutes", async () => {
  await blockAt(15n);
  const started = await evmExchange(
    { url: node.url },
    { tokens: { [asset]: usdt } },
    { db, settings: { ...settings, SIGNER_SOCKET: ethereum.signer.socket } },
  );
  expect(await feesNow(started)).toEqual([costs(31), costs(31), costs(31)]);
  await ethereum.service.ctx.clock.advance(601);
  expect(await feesNow()).toEqual([10, 15, costs(100)]);
  await blockAt(15n);
  expect(await feesNow()).toEqual([costs(31), costs(31), costs(31)]);
});

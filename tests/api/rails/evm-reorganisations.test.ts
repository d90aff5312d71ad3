import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { evmCredit, evmSpend } from "../../../upstream/db/schema/evm.ts";
import { deposit } from "../../../upstream/db/schema/index.ts";
import { posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { creditDifferences } from "../../support/evm/credit-sums.ts";
import { type EvmExchange, evmExchange } from "../../support/evm/evm-exchange.ts";
import { track } from "../../support/orders/order-steps.ts";
import { by } from "../../support/service/members.ts";
import { depositStatuses, figures, walletOf } from "../../support/wallets/deposits.ts";

const stranger = "0x00000000000000000000000000000000000a11ce";
let chain: TestChain;
let usdt: string;
let payer: string;
let ethereum: EvmExchange;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  payer = await chain.payer();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  // What an earlier test has sent stays where it is.
  await chain.mine(12);
  ethereum = await evmExchange(chain, { tokens: { "usdt-erc20": usdt } });
  await ethereum.read();
});

const mineAndRead = async (blocks = 1) => {
  await chain.mine(blocks);
  await ethereum.read();
};
const reorganiseAndRead = async (...how: Parameters<TestChain["reorganise"]>) => {
  await chain.reorganise(...how);
  await ethereum.read();
};
async function expectAgreement(): Promise<void> {
  expect(await creditDifferences(ethereum.service.ctx, chain, [usdt])).toEqual([]);
  expect(await verify(ethereum.service.ctx.db)).toEqual([]);
}

describe.each([1, 3, 12])("a reorganisation of %i blocks", (depth) => {
  test("takes a payment back that was only seen, and the order waits again; the same transaction later completes it", async () => {
    const order = await ethereum.order();
    const tx = await chain.payToken(usdt, order.address, order.due);
    await mineAndRead();
    const raw = await chain.raw(tx);
    await reorganiseAndRead(depth);
    expect(await ethereum.stateOf(order)).toEqual({ status: "awaiting_payment", payments: ["500 vanished 1/3"] });
    await expectAgreement();
    await chain.rpc("eth_sendRawTransaction", [raw]);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    await expectAgreement();
  });

  test("that includes the payment again, in another block, goes unnoticed by the order", async () => {
    const order = await ethereum.order();
    const tx = await chain.payToken(usdt, order.address, order.due);
    const other = await chain.payToken(usdt, stranger, 1n, chain.accounts[1]);
    await mineAndRead();
    const { version } = await track(ethereum.service, order);
    // In another order: the number of its log within the block is another one.
    const again = [other, tx].map((hash) => ({ hash, block: depth - 1 }));
    await reorganiseAndRead(depth, again);
    expect(await track(ethereum.service, order)).toMatchObject({ status: "confirming", version });
    await mineAndRead(2);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    await expectAgreement();
  });

  test("after the payment was final is a loss where it reaches that deep, and nothing where it does not", async () => {
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    await mineAndRead(3);
    expect((await ethereum.stateOf(order)).status).toBe("completed");
    await reorganiseAndRead(depth);
    const payment = depth < 3 ? "500 final 3/3" : "500 vanished 3/3";
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: [payment] });
    await expectAgreement();
  });

  test("after the payment was final that includes it again is no news for the order", async () => {
    const order = await ethereum.order();
    const tx = await chain.payToken(usdt, order.address, order.due);
    await mineAndRead(3);
    const { version } = await track(ethereum.service, order);
    await reorganiseAndRead(Math.max(3, depth), [{ hash: tx, block: 2 }]);
    await mineAndRead(3);
    expect(await track(ethereum.service, order)).toMatchObject({ status: "completed", version });
    expect((await ethereum.stateOf(order)).payments).toEqual(["500 final 3/3"]);
    await expectAgreement();
  });
});

const depths = Array.from({ length: 12 }, (_, at) => at + 1);

test.each(depths)(
  "a reorganisation of %i blocks takes a wallet's deposit back when it was seen, and again once it was final",
  async (depth) => {
    const { service } = ethereum;
    const { member, address } = await walletOf(service, "anna@example.com", "usdt-erc20");
    const tx = await chain.payToken(usdt, address, 100_000000n);
    await mineAndRead();
    const raw = await chain.raw(tx);
    expect(await figures(service, member, "usdt-erc20")).toMatchObject({ posted: "0.000000", pending: "100.000000" });
    await reorganiseAndRead(depth);
    expect(await depositStatuses(service, member, "usdt-erc20")).toEqual(["gone"]);
    await chain.rpc("eth_sendRawTransaction", [raw]);
    await mineAndRead(3);
    expect(await figures(service, member, "usdt-erc20")).toMatchObject({ posted: "100.000000" });
    await reorganiseAndRead(Math.max(3, depth));
    expect(await depositStatuses(service, member, "usdt-erc20")).toEqual(["taken_back"]);
    expect(await figures(service, member, "usdt-erc20")).toMatchObject({ posted: "0.000000" });
    await expectAgreement();
  },
);

test("a reorganisation is noticed, too, when the new chain is longer than the old one by then", async () => {
  const order = await ethereum.order();
  await chain.payToken(usdt, order.address, order.due);
  await mineAndRead(2);
  await chain.reorganise(3);
  await mineAndRead(2);
  expect(await ethereum.stateOf(order)).toEqual({ status: "awaiting_payment", payments: ["500 vanished 2/3"] });
  expect((await ethereum.source()).height).toBe(await chain.height());
});

test("a deposit shows its confirmations, and no block writes them", async () => {
  const { service } = ethereum;
  const { member, address } = await walletOf(service, "anna@example.com", "usdt-erc20");
  await chain.payToken(usdt, address, 100_000000n);
  for (const confirmations of [1, 2]) {
    await mineAndRead();
    const { data } = (
      await service.call("balanceCoin", { query: { asset: "usdt-erc20" }, ...by(member.token) })
    ).reply();
    expect(data.deposits).toMatchObject([{ status: "pending", confirmations, required: 3 }]);
    const history = (await service.call("memberTransactions", { query: {}, ...by(member.token) })).reply();
    expect(history.pending).toMatchObject([{ type: "deposit", confirmations, required: 3 }]);
  }
  expect(await service.ctx.db.orm.select().from(deposit)).toMatchObject([{ confirmations: 1 }]);
});

test("the coin that a contract paid is found again after a reorganisation, by its first name", async () => {
  const order = await ethereum.order({ from: "eth", to: "paypal-usd", amount: "0.5" });
  await mineAndRead(2);
  const tx = await chain.payCoins(payer, [{ to: order.address, amount: order.due }]);
  await mineAndRead();
  const names = async () =>
    (await ethereum.service.ctx.db.orm.select().from(evmCredit)).map(({ id, state }) => `${id} ${state}`);
  const name = `balance:${order.address.toLowerCase()}:1`;
  expect(await names()).toEqual([`${name} seen`]);
  await reorganiseAndRead(3, [{ hash: tx, block: 1 }]);
  expect(await names()).toEqual([`${name} seen`]);
  expect((await ethereum.stateOf(order)).status).toBe("confirming");
  await reorganiseAndRead(3);
  expect(await names()).toEqual([`${name} gone`]);
  expect((await ethereum.stateOf(order)).status).toBe("awaiting_payment");
  await expectAgreement();
});

test("the coin that a contract paid with another amount after it was final is a loss and a new payment", async () => {
  const order = await ethereum.order({ from: "eth", to: "paypal-usd", amount: "0.5" });
  await chain.payCoins(payer, [{ to: order.address, amount: order.due }]);
  await mineAndRead();
  await mineAndRead(2);
  expect((await ethereum.stateOf(order)).status).toBe("completed");
  await chain.reorganise(3);
  await chain.payCoins(payer, [{ to: order.address, amount: order.due / 5n }]);
  await mineAndRead();
  await mineAndRead(2);
  expect((await ethereum.stateOf(order)).payments).toEqual(["0.1 final 3/3"]);
  const { db } = ethereum.service.ctx;
  expect(await posted(db.orm, accounts.deposits("evm", "eth"))).toBe(order.due / 5n);
  await expectAgreement();
});

test("what our gas account sends is no payment, what an address spends is its own, and a contract's coin is found beside both", async () => {
  const { service } = ethereum;
  const order = await ethereum.order();
  const { hot, gas } = evmNetwork(service.ctx.env.railSettings).key;
  await chain.pay(gas.checksummed, 10n ** 18n);
  await chain.payToken(usdt, order.address, order.due);
  await mineAndRead(3);
  for (const address of [gas.checksummed, order.address]) await chain.rpc("anvil_impersonateAccount", [address]);
  await chain.pay(order.address, 10n ** 16n, { from: gas.checksummed });
  await mineAndRead();
  await chain.payToken(usdt, hot.checksummed, order.due, order.address);
  await chain.payCoins(payer, [{ to: order.address, amount: 77n }]);
  await mineAndRead();
  const credits = await service.ctx.db.orm.select().from(evmCredit).where(isNull(evmCredit.token));
  expect(credits).toMatchObject([{ id: `balance:${order.address.toLowerCase()}:1`, amount: 77n }]);
  const spends = await service.ctx.db.orm.select().from(evmSpend);
  const left = 10n ** 16n + 77n - (spends.find(({ sender }) => sender === order.address.toLowerCase())?.fee ?? 0n);
  expect(await chain.balance(order.address)).toBe(left);
  // All of it is undone together: what was spent comes back with what came.
  await reorganiseAndRead(2);
  expect(await service.ctx.db.orm.select().from(evmSpend)).toEqual([]);
  expect(await creditDifferences(service.ctx, chain, [usdt])).toEqual([]);
});

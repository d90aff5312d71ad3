import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type EvmExchange, evmExchange, testAccount } from "../../support/evm/evm-exchange.ts";
import { ether, newTestSigner, type TestSigner } from "../../support/evm/payout-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { executedOrder, track } from "../../support/orders/order-steps.ts";
import { paypalEvent } from "../../support/orders/paypal-events.ts";

let chain: TestChain;
let usdt: string;
let signer: TestSigner;
let ethereum: EvmExchange;
let hot: string;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  signer = await newTestSigner(usdt);
  await signer.start();
});
afterAll(async () => {
  await signer.stop();
  await chain.stop();
});

/** An exchange whose ledger has what the hot account has: 500 USDT and one ETH. */
beforeEach(async () => {
  const settings = { SIGNER_SOCKET: signer.socket };
  ethereum = await evmExchange(chain, { tokens: { "usdt-erc20": usdt } }, { settings });
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  hot = key.hot.shown;
  await chain.pay(hot, ether);
  await chain.payToken(usdt, hot, 500_000000n);
  await chain.mine();
  for (const [asset, amount] of [
    ["usdt-erc20", "500"],
    ["eth", "1"],
  ] as const) {
    const args = { asset, amount, rail: "evm", reason: "first money", anyway: "yes" };
    const funded = await runCommand(ethereum.service.ctx, {
      command: "reserve fund",
      args,
      operator: { name: "olga" },
    });
    expect(funded).toMatchObject({ ok: true });
  }
});

test("a paid order is paid out on the chain and completed; ledger and chain agree to the unit and the wei", async () => {
  const { service } = ethereum;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  const before = await chain.balance(anna.addresses["usdt-erc20"], usdt);
  await paypalEvent(service, order, "pay_exact");
  expect(await track(service, order)).toMatchObject({ status: "sending" });
  const ofOrder = and(eq(outgoing.orderRef, order.ref), eq(outgoing.kind, "payout"));
  const [payout] = await service.ctx.db.orm.select().from(outgoing).where(ofOrder);
  if (!payout) throw new Error("The order has no payout");
  expect(payout).toMatchObject({ rail: "evm", status: "sending" });

  await chain.mine(3);
  await railTasks(service.ctx)
    .find(({ name }) => name === "ethereum payouts")
    ?.run();
  await advance(service.ctx, payout.id);
  await service.runJobs();
  expect(await track(service, order)).toMatchObject({ status: "completed" });
  expect((await chain.balance(anna.addresses["usdt-erc20"], usdt)) - before).toBe(payout.amount);
  const { orm } = service.ctx.db;
  expect(await available(orm, accounts.rail("evm", "usdt-erc20"))).toBe(await chain.balance(hot, usdt));
  expect(await available(orm, accounts.rail("evm", "eth"))).toBe(await chain.balance(hot));
  expect(await verify(service.ctx.db)).toEqual([]);
});

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { type DraftInput, executedOrder, track } from "../../support/orders/order-steps.ts";
import { paypalEvent } from "../../support/orders/paypal-events.ts";
import { chance } from "../../support/simulation/chance.ts";
import { walletOf } from "../../support/wallets/deposits.ts";

const orders = Number(process.env.EVM_ORDERS ?? 20);
const luck = chance(Number(process.env.SEED ?? 7), "reconciliation");

let chain: TestChain;
let usdt: string;
let ethereum: FundedExchange;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
});
afterEach(() => ethereum.signer.stop());
afterAll(() => chain.stop());

const wishes: readonly DraftInput[] = [
  { from: "usdt-erc20", to: "paypal-usd", amount: "100" },
  { from: "paypal-usd", to: "usdt-erc20", amount: "100" },
  { from: "paypal-usd", to: "eth", amount: "100" },
];

/** Mines, and sometimes replaces up to two blocks; what was in them is sent again, by its sender or by our own task. */
async function mine(): Promise<void> {
  await chain.mine(luck.between(1, 3));
  if (!luck.percent(40)) return;
  const depth = luck.between(1, 2);
  const height = await chain.height();
  const raws: string[] = [];
  for (let at = height - depth + 1; at <= height; at += 1) {
    const block = await chain.rpc<{ transactions: string[] }>("eth_getBlockByNumber", [`0x${at.toString(16)}`, false]);
    for (const hash of block.transactions) raws.push(await chain.raw(hash));
  }
  await chain.reorganise(depth);
  for (const raw of raws) await chain.rpc("eth_sendRawTransaction", [raw]).catch(() => "its number is used");
}

async function turn(): Promise<void> {
  await mine();
  await ethereum.keepSending();
  await ethereum.read();
  if (luck.percent(60)) await readSent(ethereum.service.ctx);
  if (luck.percent(30)) await ethereum.service.pass(luck.between(1, 29));
}

async function runReconcile() {
  const args = { rail: "evm" };
  return runCommand(ethereum.service.ctx, { command: "reconcile", args, operator: { name: "olga" } });
}

test(`${orders} orders with reorganisations: at no moment does anything differ, and at the end all of it matches`, async () => {
  ethereum = await fundedExchange(chain, usdt);
  const { service } = ethereum;
  const { address } = await walletOf(service, "anna@example.com", "usdt-erc20");
  const opened = [];
  for (let at = 0; at < orders; at += 1) {
    const input = wishes[at % wishes.length] ?? {};
    const order = await executedOrder(service, input);
    opened.push(order);
    if (input.from === "usdt-erc20") await chain.payToken(usdt, order.order.payin.address ?? "", 100_000000n);
    else await paypalEvent(service, order, "pay_exact");
    if (luck.percent(30)) await chain.payToken(usdt, address, BigInt(luck.between(1, 50)) * 1_000000n);
    await turn();
    if (luck.percent(40)) expect(await runReconcile()).toMatchObject({ ok: true });
  }
  for (let turns = 0; turns < 4; turns += 1) {
    await chain.mine(3);
    await ethereum.keepSending();
    await ethereum.read();
    await service.pass(600);
    await readSent(service.ctx);
    await service.runJobs();
  }
  for (const order of opened) expect(await track(service, order)).toMatchObject({ status: "completed" });
  expect(await runReconcile()).toMatchObject({ ok: true, data: expect.stringContaining("matched until block") });
  expect(await verify(service.ctx.db)).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../upstream/ledger/verify.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type EvmExchange, evmExchange } from "../../support/evm/evm-exchange.ts";

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
  ethereum = await evmExchange(chain, { tokens: { "usdt-erc20": usdt } });
});

const mineAndRead = async (blocks = 1) => {
  await chain.mine(blocks);
  await ethereum.read();
};

describe("an order paid in a token whose transfer returns nothing", () => {
  test("is seen in its block, counts confirmations, and completes once it is final", async () => {
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    await mineAndRead();
    expect(await ethereum.stateOf(order)).toEqual({ status: "confirming", payments: ["500 seen 1/3"] });
    await mineAndRead();
    expect(await ethereum.stateOf(order)).toEqual({ status: "confirming", payments: ["500 seen 2/3"] });
    await mineAndRead();
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    expect(await verify(ethereum.service.ctx.db)).toEqual([]);
  });
});

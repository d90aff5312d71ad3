import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { evmCredit } from "../../../upstream/db/schema/evm.ts";
import { asset, deposit, order, payment } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
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

  test("that pays half waits for the rest, and a second payment completes it", async () => {
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due / 2n);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "on_hold", payments: ["250 final 3/3"] });
    await chain.payToken(usdt, order.address, order.due / 2n, chain.accounts[1]);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({
      status: "completed",
      payments: ["250 final 3/3", "250 final 3/3"],
    });
  });

  test("is one of three that one transaction pays: each is credited once, by the number of its log", async () => {
    const orders = [await ethereum.order(), await ethereum.order(), await ethereum.order()];
    const tx = await chain.payTokens(
      payer,
      usdt,
      orders.map(({ address, due }) => ({ to: address, amount: due })),
    );
    await mineAndRead(3);
    for (const order of orders) expect((await ethereum.stateOf(order)).status).toBe("completed");
    const credits = await ethereum.service.ctx.db.orm.select().from(evmCredit).orderBy(evmCredit.id);
    expect(credits.map(({ id }) => id)).toEqual([1, 2, 3].map((number) => `${tx}:${number}`));
    expect(await verify(ethereum.service.ctx.db)).toEqual([]);
  });

  test("is held when the owner of the tokens is on the blocklist, even if another account sent the transaction", async () => {
    const orders = [await ethereum.order(), await ethereum.order()];
    const [ofContract, ofRelayer] = orders;
    if (!ofContract || !ofRelayer) throw new Error("Two orders were made");
    const block = { kind: "address", value: payer, reason: "a listed wallet" };
    await runCommand(ethereum.service.ctx, { command: "blocklist add", args: block, operator: { name: "anna" } });
    await chain.payTokens(payer, usdt, [{ to: ofContract.address, amount: ofContract.due }]);
    await chain.payToken(usdt, ofRelayer.address, ofRelayer.due);
    await mineAndRead(3);
    expect((await ethereum.stateOf(ofContract)).status).toBe("on_hold");
    expect((await ethereum.stateOf(ofRelayer)).status).toBe("completed");
    const [held] = await ethereum.service.ctx.db.orm.select().from(order).where(eq(order.ref, ofContract.ref));
    expect(held?.holdReason).toBe("aml_check");
  });

  test("gets nothing of a transfer that a paused token refuses, of a transfer of nothing, or of another token", async () => {
    const other = await chain.token("TakesFee");
    const order = await ethereum.order();
    await chain.pause(usdt, true);
    await chain.payToken(usdt, order.address, order.due);
    await chain.pause(usdt, false);
    await chain.payToken(usdt, order.address, 0n);
    await chain.payToken(other, order.address, order.due);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "awaiting_payment", payments: [] });
    await chain.payToken(usdt, order.address, order.due);
    await mineAndRead(3);
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("is credited with what has arrived of a token that keeps a fee", async () => {
    const token = await chain.token("TakesFee");
    ethereum = await evmExchange(chain, { tokens: { "usdt-erc20": token } });
    const order = await ethereum.order();
    await chain.payToken(token, order.address, order.due);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "on_hold", payments: ["495 final 3/3"] });
  });

  test("that was completed refunds what comes later, and the books agree", async () => {
    const order = await ethereum.order();
    for (const amount of [order.due, 40_000000n]) {
      await chain.payToken(usdt, order.address, amount);
      await mineAndRead(3);
    }
    // Seen at the same time of the service, they have no order.
    expect((await ethereum.stateOf(order)).payments.sort()).toEqual(["40 final 3/3", "500 final 3/3"]);
    expect(await verify(ethereum.service.ctx.db)).toEqual([]);
  });
});

describe("an order paid in the coin", () => {
  const input = { from: "eth", to: "paypal-usd", amount: "0.5" } as const;

  test("names its amount and network in the payment code, and completes", async () => {
    const order = await ethereum.order(input);
    expect(order.order.payin.uri).toBe(`ethereum:${order.address}@31337?value=${order.due}`);
    await chain.pay(order.address, order.due);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["0.5 final 3/3"] });
  });

  test("is found where a contract pays it by a call, several in one transaction", async () => {
    const [order, secondOrder] = [await ethereum.order(input), await ethereum.order(input)];
    await chain.pay(order.address, order.due / 2n);
    await chain.payCoins(payer, [
      { to: order.address, amount: order.due / 2n },
      { to: stranger, amount: 5n },
      { to: secondOrder.address, amount: secondOrder.due },
    ]);
    await mineAndRead();
    expect(await ethereum.stateOf(secondOrder)).toEqual({ status: "confirming", payments: ["0.5 seen 1/3"] });
    await mineAndRead(2);
    expect(await ethereum.stateOf(order)).toEqual({
      status: "completed",
      payments: ["0.25 final 3/3", "0.25 final 3/3"],
    });
    expect(await ethereum.stateOf(secondOrder)).toEqual({ status: "completed", payments: ["0.5 final 3/3"] });
  });

  test("keeps the time of its first payment where the payer sends it again with a higher fee", async () => {
    const order = await ethereum.order(input);
    const [from = ""] = chain.accounts.slice(3);
    const nonce = Number(await chain.rpc<string>("eth_getTransactionCount", [from, "latest"]));
    await chain.pay(order.address, order.due, { from, nonce });
    await mineAndRead();
    const [first] = await paymentsOf(order.ref);
    // Seen too late by far, if it counted as a payment of its own.
    await ethereum.service.ctx.clock.advance(24 * 3600);
    await chain.reorganise(1);
    await chain.pay(order.address, order.due, { from, nonce, data: "0xb1" });
    await mineAndRead();
    const [gone, second] = await paymentsOf(order.ref);
    expect(gone).toMatchObject({ railPaymentId: first?.railPaymentId, status: "vanished" });
    expect(second).toMatchObject({
      ...{ status: "seen", seenAt: first?.seenAt, onTime: first?.onTime, rateAtSight: first?.rateAtSight },
    });
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    await mineAndRead(2);
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("that its payer sends again with a higher fee before any block has it is one payment", async () => {
    const order = await ethereum.order(input);
    const [from] = chain.accounts.slice(4);
    const value = `0x${order.due.toString(16)}`;
    const send = (gwei: bigint) =>
      chain.rpc<string>("eth_sendTransaction", [
        { ...{ from, to: order.address, value, nonce: "0x0" }, gasPrice: `0x${(gwei * 10n ** 9n).toString(16)}` },
      ]);
    await send(10n);
    await ethereum.read();
    const mined = await send(20n);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["0.5 final 3/3"] });
    expect(await paymentsOf(order.ref)).toMatchObject([{ railPaymentId: mined, onTime: "in_window" }]);
  });
});

describe("money that nobody expects", () => {
  test("for an order that is no more is kept as unclaimed, once, and given back to its network with a reorganisation", async () => {
    const { ctx } = ethereum.service;
    const issued = await ctx.rails.payinFor("usdt-erc20", "crypto_address").issue({
      ...{ ref: "GONE567890", asset: "usdt-erc20", amount: 1n, payer: null, language: "en" },
    });
    await chain.payToken(usdt, issued.address ?? "", 30_000000n);
    await mineAndRead(3);
    await ethereum.read();
    const unclaimed = () => available(ctx.db.orm, accounts.unclaimed("usdt-erc20"));
    expect(await unclaimed()).toBe(30_000000n);
    expect(await ctx.db.orm.select().from(deposit)).toMatchObject([
      { status: "unclaimed", memberId: null, rail: "evm" },
    ]);
    expect(await verify(ctx.db)).toEqual([]);
    await chain.reorganise(4);
    await mineAndRead();
    expect(await unclaimed()).toBe(0n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("of at most its refund fee, at an order's address, does not hold the order: it is booked as unclaimed, and taken back in a reorganisation", async () => {
    const { ctx } = ethereum.service;
    const unclaimed = () => available(ctx.db.orm, accounts.unclaimed("eth"));
    const order = await ethereum.order();
    await chain.pay(order.address, 1n);
    await mineAndRead();
    await mineAndRead(2);
    expect(await unclaimed()).toBe(1n);
    await chain.reorganise(4);
    await mineAndRead(5);
    expect(await unclaimed()).toBe(0n);
    await chain.pay(order.address, 1n);
    await chain.payToken(usdt, order.address, order.due);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    await chain.payToken(usdt, order.address, 1n);
    await mineAndRead(3);
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    expect(await unclaimed()).toBe(1n);
    expect(await verify(ctx.db)).toEqual([]);
  });

  test("in a token that no asset names is listed for an operator, and told once the asset is there", async () => {
    ethereum = await evmExchange(chain, {
      tokens: { "usdt-erc20": usdt, "eurt-erc20": await chain.token("TakesFee") },
    });
    const { ctx } = ethereum.service;
    const order = await ethereum.order();
    const [, token = ""] = [...evmNetwork(ctx.env.railSettings).tokens.values()];
    await chain.payToken(token, order.address, 100_000000n);
    await mineAndRead(3);
    const listed = () => ethereum.shows("evm credits");
    expect(await listed()).toMatchObject([{ token, amount: "99000000", why: "asset_unknown", address: order.address }]);
    const [row] = await ctx.db.orm.select().from(asset).where(eq(asset.id, "usdt-erc20"));
    if (!row) throw new Error("no asset");
    await ctx.db.orm.insert(asset).values({ ...row, id: "eurt-erc20", symbol: "EURT", monitorCode: "EURTERC20" });
    ctx.market.changed();
    await ctx.clock.advance(600);
    await ethereum.read();
    expect(await listed()).toEqual([]);
  });
});

const paymentsOf = (ref: string) =>
  ethereum.service.ctx.db.orm
    .select()
    .from(payment)
    .where(eq(payment.orderRef, ref))
    .orderBy(sql`status = 'vanished' desc`);

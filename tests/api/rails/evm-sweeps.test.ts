import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { evmCredit } from "../../../upstream/db/schema/evm.ts";
import { posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { ether, newTestSigner, type TestSigner } from "../../support/evm/payout-exchange.ts";
import { type SweepExchange, sweepExchange, tether } from "../../support/evm/sweep-exchange.ts";

let chain: TestChain;
let usdt: string;
let signer: TestSigner;
let desk: SweepExchange;
let snapshot: string;

const gwei = 10n ** 9n;
const thousand = 1_000_000000n;

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.rpc<string>("evm_snapshot");
  await nextBaseFee(1n);
  signer = await newTestSigner(usdt);
  await signer.start();
  desk = await sweepExchange(chain, { usdt, signer });
});
afterEach(async () => {
  await signer.stop();
  await chain.rpc("anvil_dropAllTransactions");
  await chain.rpc("evm_revert", [snapshot]);
});

const nextBaseFee = (fee: bigint) => chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(fee * gwei).toString(16)}`]);
const inBooks = (account: string) => posted(desk.service.ctx.db.orm, account);

test("what came to our own accounts is booked by an operator's word, once, where it came to", async () => {
  expect(await inBooks(accounts.gas("evm", "eth"))).toBe(ether);
  expect(await inBooks(accounts.rail("evm", "eth"))).toBe(ether);
  expect(await desk.shows("evm fills")).toEqual([]);
  const tx = await chain.payToken(usdt, desk.hot, 5_000000n);
  await chain.mine();
  await desk.read();
  expect(await desk.shows("evm fills")).toMatchObject([
    { fill: `${tx}:1`, account: "hot", asset: tether, amount: "5.000000", state: "seen" },
  ]);
  expect(await desk.shows("today")).toMatchObject({ unbooked_fills: [{ fill: `${tx}:1` }] });
  const book = () => desk.run("evm book-fill", { fill: `${tx}:1`, reason: "ours", anyway: "yes" });
  expect(await book()).toMatchObject({ ok: false, sentence: expect.stringContaining("not final") });
  await chain.mine(3);
  await desk.read();
  expect(await book()).toMatchObject({ ok: true });
  expect(await book()).toMatchObject({ ok: false });
  expect(await desk.differences()).toEqual([]);
});

test("a first funding up to the balance that the rail states needs no second look", async () => {
  const demo = "sandbox-ethereum";
  const held = formatDecimal(await inBooks(accounts.rail(demo, tether)), 6);
  await desk.run("reserve take", {
    asset: tether,
    amount: held,
    rail: demo,
    reason: "nothing is held elsewhere",
    anyway: "yes",
  });
  await chain.payToken(usdt, desk.hot, 5_000000n);
  await chain.mine(3);
  await desk.read();
  const fund = (amount: string) => desk.run("reserve fund", { asset: tether, amount, rail: "evm", reason: "ours" });
  const refusal = expect.stringContaining(
    "The rail states a balance of 5.000000 usdt-erc20 there; with this amount the books would show 50.0",
  );
  expect(await fund("50")).toMatchObject({ ok: false, sentence: refusal });
  expect(await fund("2")).toMatchObject({ ok: true });
  expect(await fund("3")).toMatchObject({ ok: true });
  expect(await fund("0.000001")).toMatchObject({ ok: false });
  expect(await inBooks(accounts.rail("evm", tether))).toBe(5_000000n);
});

test("30 addresses of which 3 fail: 27 are booked as arrived, and the next sweep takes the 3 without another top-up", async () => {
  const addresses = await desk.depositsOf(30, thousand);
  const blocked = [addresses[3], addresses[14], addresses[29]].map((address) => address ?? "");
  for (const address of blocked) await chain.blacklist(usdt, address, true);
  await desk.sweep();
  await desk.finish();
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  expect(await chain.balance(desk.hot, usdt)).toBe(27n * thousand);
  expect(await inBooks(accounts.deposits("evm", tether))).toBe(3n * thousand);
  expect((await desk.parts()).filter(({ state }) => state === "failed").map(({ address }) => address)).toEqual(
    [...blocked].sort(),
  );
  const failed = [...blocked].sort().map((address) => ({
    ...{ rail: "evm", asset: tether, address, amount: "1000.000000", why: "reverted" },
    next: expect.stringMatching(/^operator payouts show swp\S+, then operator payouts sweep evm usdt-erc20 --reason/),
  }));
  expect(await desk.shows("today")).toMatchObject({ failed_sweeps: failed });
  expect(await desk.signed("topup")).toHaveLength(30);
  // What our own addresses send is no fill.
  expect(await desk.shows("evm fills")).toEqual([]);
  expect(await desk.differences()).toEqual([]);

  for (const address of blocked) await chain.blacklist(usdt, address, false);
  await desk.service.pass(3601);
  await desk.turn();
  await desk.sweep();
  await desk.finish();
  expect(await chain.balance(desk.hot, usdt)).toBe(30n * thousand);
  expect(await desk.shows("today")).toMatchObject({ failed_sweeps: [] });
  expect(await desk.differences()).toEqual([]);
  expect((await desk.signed("topup")).length).toBeLessThanOrEqual(33);
});

test("a sweep that was in the pool for hours goes on and is booked as soon as its last confirmation is read", async () => {
  await desk.depositsOf(2, thousand);
  await desk.sweep();
  const { ctx } = desk.service;
  // The guard has just read it, and its next turn is ten minutes away.
  const untilGuardRests = async () => {
    await ctx.clock.advance(10 * 3600);
    await readSent(ctx);
  };
  await untilGuardRests();
  await chain.mine(2);
  await desk.read();
  expect(await desk.signed("sweep")).toEqual([]);
  await chain.mine();
  await desk.read();
  expect(await desk.signed("sweep")).toHaveLength(2);
  await untilGuardRests();
  await chain.mine(2);
  await desk.read();
  expect(await desk.sweeps()).toMatchObject([{ status: "sending" }]);
  await chain.mine();
  await readSent(ctx);
  expect(await desk.sweeps()).toMatchObject([{ status: "sending" }]);
  await desk.read();
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  expect(await desk.differences()).toEqual([]);
});

test("the coin is swept without a top-up: its fee and what that leaves are booked at the address", async () => {
  const [address = ""] = await desk.depositsOf(1, ether, "eth");
  await desk.sweep();
  await desk.finish();
  expect(await desk.signed("topup")).toEqual([]);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent", amount: ether }]);
  expect(await inBooks(accounts.deposits("evm", "eth"))).toBe(0n);
  expect(await inBooks(accounts.dust("evm", "eth"))).toBe(await chain.balance(address));
  expect(await desk.differences()).toEqual([]);
});

test("of an address with a token and the coin one is swept after the other, and both arrive whole", async () => {
  const [address = ""] = await desk.depositsOf(1, thousand);
  await desk.alsoAt(address, ether, "eth");
  await desk.sweep();
  await desk.finish();
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  expect(await chain.balance(desk.hot, usdt)).toBe(thousand);
  expect(await inBooks(accounts.deposits("evm", "eth"))).toBe(0n);
  expect(await desk.differences()).toEqual([]);
});

test("operators see what both accounts have on the chain, that the gas account is low, and what a sweep costs", async () => {
  expect(await desk.shows("evm status")).toMatchObject({
    ...{
      hot_coin: "1.000000000000000000",
      pays_for_payouts: 100,
      gas_coin: "1.000000000000000000",
      pays_for_sweeps: 82,
    },
    low_gas: `82 addresses can be swept: send the coin to ${desk.gas}, then \`evm fills\`.`,
  });
  const priced = (await desk.shows("assets list")) as Record<string, string>[];
  const { swept_from: sweptFrom, ...ofTether } = priced.find(({ asset }) => asset === tether) ?? {};
  // A top-up and a transfer of 121,000 units of gas at 3 gwei: a dollar of the ten that a deposit must have.
  const cost = expect.stringMatching(/^1\.0\d+ \(10\.\d\d %\)$/);
  expect(ofTether).toMatchObject({ min_deposit: "10.000000", min_deposit_sweep_cost: cost });
  // An address must hold fifty times as much.
  expect(Number(sweptFrom)).toBeGreaterThan(50);
  expect(Number(sweptFrom)).toBeLessThan(55);
});

/** `npm run proof` makes a thousand of them. */
const smallPayments = Number(process.env.EVM_SMALL_PAYMENTS ?? 100);

test("payments of 0.01 that cost more to move than they are worth stay where they are, and cost the house nothing", async () => {
  const amount = 10_000n;
  const addresses = await desk.depositsOf(10, amount);
  const payer = await chain.payer();
  for (let left = smallPayments - addresses.length; left > 0; left -= 90) {
    const payments = Array.from({ length: Math.min(left, 90) }, (_, at) => ({ to: addresses[at % 10] ?? "", amount }));
    await chain.payTokens(payer, usdt, payments);
    await chain.mine();
  }
  await chain.mine(3);
  await desk.read();
  expect(await desk.service.ctx.db.orm.select({ id: evmCredit.id }).from(evmCredit)).toHaveLength(smallPayments);
  expect(await inBooks(accounts.deposits("evm", tether))).toBe(BigInt(smallPayments) * amount);
  await desk.sweep();
  await desk.service.pass(3601);
  await desk.turn();
  await desk.sweep();
  expect(await desk.sweeps()).toEqual([]);
  expect(await Promise.all([desk.hot, desk.gas].map((account) => chain.balance(account)))).toEqual([ether, ether]);
  expect(await desk.differences()).toEqual([]);
});

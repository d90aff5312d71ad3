import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { differencesOf, lastTried } from "../../../upstream/books/reconciliation/reconciliations.ts";
import { outgoing } from "../../../upstream/db/schema/index.ts";
import { posted } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { sweepDue } from "../../../upstream/payouts/sweeps/sweep-due.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { evmPayout } from "../../../upstream/rails/evm/payouts/evm-payout.ts";
import { openPayoutParts } from "../../../upstream/rails/evm/payouts/open-parts.ts";
import type { PayoutParts } from "../../../upstream/rails/evm/payouts/payout-parts.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import {
  ether,
  newTestSigner,
  payoutExchange,
  receiverOf,
  type TestSigner,
} from "../../support/evm/payout-exchange.ts";
import { type SweepExchange, sweepExchange } from "../../support/evm/sweep-exchange.ts";

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
});
afterEach(async () => {
  await signer.stop();
  await chain.rpc("anvil_dropAllTransactions");
  await chain.rpc("evm_revert", [snapshot]);
});

async function open(topUps = ether): Promise<void> {
  signer = await newTestSigner(usdt, { topUps });
  await signer.start();
  desk = await sweepExchange(chain, { usdt, signer });
}

/** An exchange where one confirmation settles what its network may still take back. */
async function openReversible(): Promise<void> {
  signer = await newTestSigner(usdt);
  await signer.start();
  desk = await sweepExchange(chain, { usdt, signer, settings: { EVM_CONFIRMATIONS: "1" } });
}

const nextBaseFee = (fee: bigint) => chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(fee * gwei).toString(16)}`]);
const hotHas = () => chain.balance(desk.hot, usdt);

/** The rail as a process that is killed before or after one of its calls that change something, and does nothing afterwards. */
function killedAt(parts: PayoutParts, at: number, when: "before" | "after"): { parts: PayoutParts; calls(): number } {
  let calls = 0;
  let isDead = false;
  const live =
    <Given, Result>(call: (input: Given) => Promise<Result>) =>
    async (input: Given): Promise<Result> => {
      if (isDead) throw new RailUnavailable("killed");
      return call(input);
    };
  const changing = <Given, Result>(call: (input: Given) => Promise<Result>) =>
    live(async (input: Given): Promise<Result> => {
      calls += 1;
      isDead = calls === at;
      const answer = isDead && when === "before" ? undefined : await call(input);
      if (isDead || answer === undefined) throw new RailUnavailable("killed");
      return answer;
    });
  const { signer: realSigner, node } = parts;
  return {
    calls: () => calls,
    parts: {
      ...parts,
      signer: { ...realSigner, sign: changing(realSigner.sign), signedAfter: live(realSigner.signedAfter) },
      node: { ...node, send: changing(node.send) },
    },
  };
}

test("killed between any two steps, a sweep goes on: one top-up, one transfer, and the books of the chain", async () => {
  await open();
  const { ctx } = desk.service;
  const { rails } = ctx;
  const parts = openPayoutParts(ctx);
  if (!parts) throw new Error("The rail pays nothing out");
  let swept = 0;
  for (const when of ["before", "after"] as const) {
    for (let at = 1; ; at += 1) {
      const killed = killedAt(parts, at, when);
      await desk.depositsOf(1, thousand);
      await sweepDue(ctx);
      ctx.rails = { ...rails, payoutOf: ({ asset }) => evmPayout(killed.parts, asset) };
      for (let steps = 0; steps < 3; steps += 1) {
        await desk.step().catch((error: Error) => expect(error.message).toBe("killed"));
        await chain.mine();
      }
      ctx.rails = rails;
      await desk.finish();
      swept += 1;
      expect(await desk.signed("topup")).toHaveLength(swept);
      expect(await desk.signed("sweep")).toHaveLength(swept);
      expect(await hotHas()).toBe(BigInt(swept) * thousand);
      if (killed.calls() < at) break;
    }
  }
  // Before and after: two signatures and two times sent; and one sweep each that nothing has killed.
  expect(swept).toBe(10);
  expect(await desk.differences()).toEqual([]);
});

describe("a reorganisation", () => {
  test.each([
    ["takes the top-up back before the transfer is signed", 0, 1],
    ["takes the top-up back while the transfer is in the pool", 1, 1],
    ["takes the transfer back", 2, 1],
    ["takes both back", 2, 2],
  ])("that %s: both are sent again, and nothing twice", async (_, turns, depth) => {
    await open();
    await desk.depositsOf(3, thousand);
    await chain.mine(3);
    await desk.sweep();
    await chain.mine(1);
    for (let at = 0; at < turns; at += 1) await desk.turn(at === 0 ? 0 : 1);
    await chain.reorganise(depth);
    await desk.finish();
    expect(await hotHas()).toBe(3n * thousand);
    expect(await desk.signed("topup")).toHaveLength(3);
    expect(await desk.signed("sweep")).toHaveLength(3);
    expect(await desk.differences()).toEqual([]);
  });
});

test("a lost top-up blocks no payout, and is sent again", async () => {
  await open();
  await desk.depositsOf(1, thousand);
  await desk.sweep();
  const [topUp] = await desk.signed("topup");
  await chain.rpc("anvil_dropTransaction", [topUp?.tx]);
  const payouts = payoutExchange(chain, { db: desk.service.ctx.db, signer, usdt });
  const payout = payouts.movement("out_1", "eth");
  await payouts.pay(payout);
  await chain.mine(3);
  expect(await payouts.rail("eth").read(payout)).toMatchObject({ state: "settled" });
  expect(await chain.balance(receiverOf("out_1"))).toBe(payout.amount);
  await desk.finish();
  expect(await hotHas()).toBe(thousand);
});

test("a transfer that is stuck gets dearer, after a further top-up of its address", async () => {
  await open();
  await desk.depositsOf(1, thousand);
  await desk.sweep();
  await desk.turn(1);
  expect(await desk.signed("sweep")).toHaveLength(1);
  await nextBaseFee(40n);
  await desk.turn(1);
  expect(await hotHas()).toBe(0n);
  await desk.service.pass(121);
  await desk.turn(0);
  expect(await desk.signed("topup")).toMatchObject([{ nonce: 0 }, { nonce: 1 }]);
  await desk.turn(1);
  await desk.finish();
  expect(await desk.signed("sweep")).toMatchObject([{ nonce: 0 }, { nonce: 0 }]);
  expect(await hotHas()).toBe(thousand);
  expect(await desk.differences()).toEqual([]);
});

test("above the signer's cap of an hour the other addresses end without a transfer, at no cost", async () => {
  const [topUp, addresses] = [100_000n * 3n * gwei, 3];
  await open(topUp * 2n);
  await desk.depositsOf(addresses, thousand);
  await nextBaseFee(1n);
  await desk.sweep();
  await desk.turn();
  await desk.turn();
  // Another process may just have asked the signer for the third.
  expect(await desk.sweeps()).toMatchObject([{ status: "sending" }]);
  await desk.service.pass(61);
  await desk.finish();
  expect(await hotHas()).toBe(2n * thousand);
  const failed = (await desk.parts()).filter(({ state }) => state === "failed");
  expect(failed).toMatchObject([{ toppedUp: 0n, topUpFee: 0n, fee: 0n, reason: "signer_cap_hour" }]);
  expect(await desk.differences()).toEqual([]);
});

test("while the gas account lacks the coin a sweep waits, and then goes on", async () => {
  await open();
  await desk.depositsOf(1, thousand);
  await chain.rpc("anvil_setBalance", [desk.gas, "0x1"]);
  await desk.sweep();
  expect(await desk.why()).toEqual(["gas_account_low"]);
  expect(await desk.signed("topup")).toEqual([]);
  await chain.rpc("anvil_setBalance", [desk.gas, `0x${ether.toString(16)}`]);
  await desk.finish();
  expect(await hotHas()).toBe(thousand);
  expect(await desk.differences()).toEqual([]);
});

test("a gas account without money in the books sweeps nothing, and one that somebody else uses waits", async () => {
  await open();
  await desk.depositsOf(1, thousand);
  const args = { asset: "eth", amount: "1", rail: "evm_gas", reason: "taken out", anyway: "yes" };
  expect(await desk.run("reserve take", args)).toMatchObject({ ok: true });
  await desk.sweep();
  expect(await desk.sweeps()).toEqual([]);
  expect(await desk.run("reserve fund", args)).toMatchObject({ ok: true });
  await chain.rpc("anvil_impersonateAccount", [desk.gas]);
  await chain.pay(receiverOf("elsewhere"), 1n, { from: desk.gas });
  await chain.mine();
  await desk.sweep();
  expect(await desk.why()).toEqual(["gas_account_used_elsewhere"]);
});

test("what a block had brought and the network takes back afterwards is sent again, and booked once", async () => {
  await openReversible();
  await desk.depositsOf(1, thousand);
  await desk.sweep();
  for (let turns = 0; turns < 3; turns += 1) await desk.turn(1);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  await chain.reorganise(3);
  expect(await hotHas()).toBe(0n);
  for (let turns = 0; turns < 4; turns += 1) await desk.turn(1);
  expect(await hotHas()).toBe(thousand);
  expect(await desk.signed("sweep")).toHaveLength(1);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
});

/** Rolls the chain back to `height` and includes these transactions again, each in its own block with its own base fee. */
async function includeAgain(height: number, bytes: readonly string[], fees: readonly bigint[]): Promise<void> {
  await chain.reorganise((await chain.height()) - height);
  await chain.rpc("anvil_dropAllTransactions");
  for (const [at, transactionBytes] of bytes.entries()) {
    await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(fees[at] ?? gwei / 5n).toString(16)}`]);
    await chain.rpc("eth_sendRawTransaction", [transactionBytes]);
    await chain.mine();
  }
  // Three blocks later it is final.
  for (let turns = 0; turns < 2; turns += 1) await desk.turn(0);
}

/** The differences that `reconcile` names. */
async function namedDifferences() {
  const { orm } = desk.service.ctx.db;
  await desk.run("reconcile", { rail: "evm" });
  const run = await lastTried(orm, "evm");
  return run ? differencesOf(orm, run, 100) : ["nothing was compared"];
}

test("a settled sweep that is included again in another order and at other base fees is booked at its last fees", async () => {
  await openReversible();
  await desk.depositsOf(3, thousand);
  const height = await chain.height();
  await desk.sweep();
  for (let turns = 0; turns < 3; turns += 1) await desk.turn(1);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  expect(await desk.differences()).toEqual([]);
  const [topUps, transfers] = [await desk.signed("topup"), await desk.signed("sweep")];
  const bytes = await Promise.all([...topUps, ...transfers.toReversed()].map(({ tx }) => chain.raw(tx)));
  const spentAt = async (name: string) => ether - (await posted(desk.service.ctx.db.orm, name));
  const spent = [await spentAt(accounts.gas("evm", "eth"))];
  // First at higher fees, then some at lower ones.
  const [low, high] = [gwei / 10n, (gwei * 7n) / 10n];
  for (const fees of [[high, low, high, high, low, high], []]) {
    await includeAgain(height, bytes, fees);
    expect(await desk.differences()).toEqual([]);
    expect(await namedDifferences()).toEqual([]);
    spent.push(await spentAt(accounts.gas("evm", "eth")));
  }
  expect(new Set(spent).size).toBe(3);
  expect(await hotHas()).toBe(3n * thousand);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  const [row] = await desk.service.ctx.db.orm.select().from(outgoing).where(eq(outgoing.kind, "sweep"));
  expect(row).toMatchObject({ alarm: null, otherTxId: null });
});

test("a sweep of the coin that is included again at a higher fee, after another top-up, matches the chain to the wei", async () => {
  await openReversible();
  await desk.depositsOf(1, ether, "eth");
  const height = await chain.height();
  await desk.sweep();
  for (let turns = 0; turns < 2; turns += 1) await desk.turn(1);
  expect(await desk.sweeps()).toMatchObject([{ status: "sent" }]);
  await chain.reorganise((await chain.height()) - height);
  await chain.rpc("anvil_dropAllTransactions");
  await nextBaseFee(40n);
  await desk.turn(0);
  for (let turns = 0; turns < 6; turns += 1) {
    await desk.service.pass(121);
    await desk.turn(1);
  }
  expect(await desk.signed("sweep")).toHaveLength(2);
  expect(await desk.signed("topup")).toHaveLength(1);
  expect(await desk.differences()).toEqual([]);
  expect(await namedDifferences()).toEqual([]);
});

/** A sweep of this many addresses, the first of which its token refuses, mined and confirmed; `freed` unblocks that address. */
async function partlyFailing(addresses: number) {
  await openReversible();
  const [address = ""] = await desk.depositsOf(addresses, thousand);
  await chain.blacklist(usdt, address, true);
  await chain.mine();
  const height = await chain.height();
  await desk.sweep();
  for (let turns = 0; turns < 2; turns += 1) await desk.turn(1);
  const [topUps, transfers] = [await desk.signed("topup"), await desk.signed("sweep")];
  const bytes = await Promise.all([...topUps, ...transfers].map(({ tx }) => chain.raw(tx)));
  await chain.blacklist(usdt, address, false);
  const unblocked = await chain.rpc<{ transactions: string[] }>("eth_getBlockByNumber", ["pending", false]);
  const freed = await chain.raw(unblocked.transactions[0] ?? "");
  await chain.rpc("anvil_dropAllTransactions");
  return { height, bytes, freed };
}

test.each([1, 2])(
  "of %i addresses one whose transfer fails has not ended while its network may include it again, and arrives when it then succeeds",
  async (addresses) => {
    const { height, bytes, freed } = await partlyFailing(addresses);
    expect(new Set((await desk.parts()).map(({ state }) => state))).toEqual(new Set(["open"]));
    await includeAgain(height, [freed, ...bytes], [gwei / 2n, gwei / 10n]);
    expect(new Set((await desk.parts()).map(({ state }) => state))).toEqual(new Set(["arrived"]));
    expect(await hotHas()).toBe(BigInt(addresses) * thousand);
    expect(await desk.differences()).toEqual([]);
    expect(await namedDifferences()).toEqual([]);
  },
);

test.each([1, 2])(
  "of %i addresses one that fails again when it is included again is booked at its last fees",
  async (addresses) => {
    const { height, bytes } = await partlyFailing(addresses);
    await includeAgain(height, bytes, [gwei / 2n, gwei / 10n]);
    for (let turns = 0; turns < 2; turns += 1) await desk.turn(1);
    const states = (await desk.parts()).map(({ state }) => state).sort();
    expect(states).toEqual(addresses === 1 ? ["failed"] : ["arrived", "failed"]);
    expect(await desk.differences()).toEqual([]);
    expect(await namedDifferences()).toEqual([]);
  },
);

test("an address whose transfer fails when it is included again has its money in the books again, and the others do not", async () => {
  await openReversible();
  const [first = ""] = await desk.depositsOf(2, thousand);
  await desk.sweep();
  for (let turns = 0; turns < 3; turns += 1) await desk.turn(1);
  expect(await hotHas()).toBe(2n * thousand);
  await chain.reorganise(2);
  await chain.blacklist(usdt, first, true);
  await chain.mine();
  for (let turns = 0; turns < 4; turns += 1) await desk.turn(1);
  expect(await hotHas()).toBe(thousand);
  expect(await desk.sweeps()).toMatchObject([{ status: "returned" }]);
  const states = (await desk.parts()).map(({ address, state }) => [address === first, state]);
  expect(states.sort()).toEqual([
    [false, "arrived"],
    [true, "returned"],
  ]);
  expect(await desk.differences()).toEqual([]);
  expect(await namedDifferences()).toEqual([]);
});

test("a sweep that an operator ends once its rail says that all of it failed has its costs in the books", async () => {
  await open();
  await desk.depositsOf(1, thousand);
  await desk.sweep();
  await chain.pause(usdt, true);
  await chain.mine();
  await desk.step();
  await chain.mine(3);
  const [{ id } = { id: "" }] = await desk.sweeps();
  expect(await desk.run("payouts void", { id, reason: "the token is paused" })).toMatchObject({ ok: true });
  expect(await desk.sweeps()).toMatchObject([{ status: "failed" }]);
  expect(await desk.differences()).toEqual([]);
});

test("a top-up of the first address above the signer's cap is the reason why the sweep waits", async () => {
  await open(gwei);
  await desk.depositsOf(1, thousand);
  await desk.sweep();
  expect(await desk.why()).toEqual(["signer_needs_operator"]);
});

test("a token that is paused after the top-up: the address keeps its money and what was left of the coin, which the next sweep uses", async () => {
  await open();
  const [address = ""] = await desk.depositsOf(1, thousand);
  await desk.sweep();
  await chain.pause(usdt, true);
  await desk.finish();
  expect(await desk.sweeps()).toMatchObject([{ status: "failed" }]);
  expect(await chain.balance(address, usdt)).toBe(thousand);
  expect(await desk.differences()).toEqual([]);
  await chain.pause(usdt, false);
  await desk.service.pass(3601);
  await desk.turn();
  await desk.sweep();
  await desk.finish();
  expect(await hotHas()).toBe(thousand);
  expect(await desk.differences()).toEqual([]);
});

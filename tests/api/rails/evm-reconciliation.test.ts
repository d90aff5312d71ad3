import { rmSync, writeFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { encodeAbiParameters, type Hex, keccak256 } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { differencesOf, lastTried } from "../../../upstream/books/reconciliation/reconciliations.ts";
import type { Difference, DifferenceKind } from "../../../upstream/books/reconciliation/rules/difference.ts";
import { evmAddress, evmBlock, evmCredit } from "../../../upstream/db/schema/evm.ts";
import { evmTransaction } from "../../../upstream/db/schema/evm-payouts.ts";
import { payoutGuard } from "../../../upstream/db/schema/index.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import type { DepositReport } from "../../../upstream/ports/deposit-rail.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { evmNode } from "../../../upstream/rails/evm/node.ts";
import { signerClient } from "../../../upstream/rails/evm/payouts/signer-client.ts";
import { httpRpc } from "../../../upstream/rails/evm/rpc.ts";
import { evmScanner } from "../../../upstream/rails/evm/scan/scanner.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import { reportDeposit } from "../../../upstream/wallets/report-deposit.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type FaultyNode, faultyNode } from "../../support/evm/faulty-node.ts";
import { type FundedExchange, fundedExchange } from "../../support/evm/funded-exchange.ts";
import { ether, receiverOf } from "../../support/evm/payout-exchange.ts";
import { type SweepExchange, sweepExchange } from "../../support/evm/sweep-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { ownerDatabase } from "../../support/service/database.ts";
import type { Member } from "../../support/service/members.ts";
import { walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, endAs, movementOf } from "../../support/withdrawals/withdrawals.ts";

const usdtAsset = "usdt-erc20";

let chain: TestChain;
let usdt: string;
let node: FaultyNode;
let ethereum: FundedExchange;
let member: Member;
let address: string;
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
  Object.assign(node, { fault: null, lie: null });
  ethereum = await fundedExchange({ ...chain, url: node.url }, usdt);
  ({ member, address } = await walletOf(ethereum.service, "anna@example.com", usdtAsset));
  await chain.payToken(usdt, address, 1000_000000n);
  await chain.mine(3);
  await ethereum.read();
});
afterEach(async () => {
  await ethereum.signer.stop();
  await chain.rpc("anvil_dropAllTransactions");
  await chain.rpc("evm_revert", [snapshot]);
});

const orm = () => ethereum.service.ctx.db.orm;

async function runReconcile(args: Record<string, string> = { rail: "evm" }) {
  const { ctx } = ethereum.service;
  const outcome = await runCommand(ctx, { command: "reconcile", args, operator: { name: "olga" } });
  const run = await lastTried(orm(), "evm");
  if (!run) throw new Error("Nothing was compared");
  return { outcome, run, differences: await differencesOf(orm(), run, 100) };
}

/** A withdrawal of 100 USDT that is sent, with its movement; each later one a second later, since codes are used once. */
async function sentWithdrawal() {
  const { service } = ethereum;
  const { id } = await confirmed(service, member, {
    asset: usdtAsset,
    amount: "100",
    account: anna.addresses[usdtAsset],
  });
  await service.pass(86_400);
  const movement = await movementOf(service, id);
  if (!movement) throw new Error("The withdrawal has no movement");
  return movement;
}

async function settle() {
  await chain.mine(3);
  await ethereum.keepSending();
  await readSent(ethereum.service.ctx);
  await ethereum.read();
}

/** Reads blocks into the rail's tables; orders and wallets hear of no credit. */
async function readOnly() {
  const { ctx } = ethereum.service;
  await evmScanner(ctx, evmNetwork(ctx.env.railSettings), [evmNode(httpRpc(chain.url))]).pass();
}

/** A payment to the wallet that the rail has read, and whose news counts as heard; in the ledger as `booked` says, or not. */
async function creditMarkedTold(
  amount: bigint,
  booked: Pick<DepositReport, "asset" | "amount"> | null,
): Promise<string> {
  const tx = await chain.payToken(usdt, address, amount);
  await chain.mine(3);
  await readOnly();
  const id = `${tx}:1`;
  await orm().update(evmCredit).set({ told: "final", toldAmount: amount }).where(eq(evmCredit.id, id));
  if (booked) await reportDeposit(ethereum.service.ctx, finalReport(id, booked));
  return id;
}

const finalReport = (railPaymentId: string, booked: Pick<DepositReport, "asset" | "amount">): DepositReport => ({
  ...{ rail: "evm", railPaymentId, address, memo: null, ...booked },
  ...{ confirmations: 3, required: 3, state: "final", place: "deposits" },
});

const txOf = async (movementId: string) => {
  const [row] = await orm().select().from(evmTransaction).where(eq(evmTransaction.movementId, movementId));
  if (!row) throw new Error(`Nothing was signed for ${movementId}`);
  return row.tx;
};

test("without a fault everything matches, and what is under way on either side is no difference", async () => {
  const first = await sentWithdrawal();
  await settle();
  expect(await movementOf(ethereum.service, first.withdrawalId ?? "")).toMatchObject({ state: "settled" });
  await chain.payToken(usdt, address, 5_000000n);
  const { outcome, run, differences } = await runReconcile();
  expect(differences).toEqual([]);
  expect(outcome).toMatchObject({ ok: true, data: expect.stringContaining(`matched until block ${run.block}`) });
  expect(run).toMatchObject({ state: "matched", credits: 1, sendings: 1, addresses: 3 });
});

/** What its transaction has cost, once it is in a block. */
async function feeOf({ id }: { id: string }) {
  await chain.mine();
  const receipt = await chain.rpc<Record<string, string>>("eth_getTransactionReceipt", [await txOf(id)]);
  const amount = BigInt(receipt.gasUsed ?? 0) * BigInt(receipt.effectiveGasPrice ?? 0);
  return { asset: "eth", amount };
}

const inUsdt = (amount: bigint) => ({ asset: usdtAsset, amount });

/** How each difference is planted; the subject, and what either side has. */
type Planted = Pick<Difference, "subject" | "rail" | "ledger">;
const plants: Record<DifferenceKind, () => Promise<Planted>> = {
  async credit_not_booked() {
    const subject = await creditMarkedTold(11_000000n, null);
    return { subject, rail: inUsdt(11_000000n), ledger: null };
  },
  async booked_without_credit() {
    const subject = `0x${"ab".repeat(32)}:1`;
    await reportDeposit(ethereum.service.ctx, finalReport(subject, inUsdt(12_000000n)));
    return { subject, rail: null, ledger: inUsdt(12_000000n) };
  },
  async amount_differs() {
    const subject = await creditMarkedTold(13_000000n, inUsdt(13_000001n));
    return { subject, rail: inUsdt(13_000000n), ledger: inUsdt(13_000001n) };
  },
  async asset_differs() {
    const subject = await creditMarkedTold(14_000000n, { asset: "eth", amount: 14_000000n });
    return { subject, rail: inUsdt(14_000000n), ledger: { asset: "eth", amount: 14_000000n } };
  },
  async sent_without_rail() {
    const { stop } = ethereum.signer.setup.files;
    writeFileSync(stop, "");
    const movement = await sentWithdrawal();
    rmSync(stop);
    const end = { state: "settled", txId: `0x${"cd".repeat(32)}`, networkFee: null } as const;
    await endAs(ethereum.service.ctx, movement, end);
    await ethereum.service.ctx.clock.advance(1);
    return { subject: movement.id, rail: null, ledger: inUsdt(movement.amount) };
  },
  async rail_without_sent() {
    const movement = await sentWithdrawal();
    await endAs(ethereum.service.ctx, movement, {
      state: "void",
      reason: "by mistake",
      networkFee: await feeOf(movement),
    });
    return { subject: await txOf(movement.id), rail: inUsdt(movement.amount), ledger: null };
  },
  async fee_differs() {
    const movement = await sentWithdrawal();
    const fee = await feeOf(movement);
    const networkFee = { ...fee, amount: fee.amount + 5n };
    const txId = await txOf(movement.id);
    await endAs(ethereum.service.ctx, movement, { state: "settled", txId, networkFee });
    return { subject: txId, rail: fee, ledger: networkFee };
  },
  async balance_unexplained() {
    const before = await chain.balance(ethereum.hot);
    await chain.rpc("anvil_setBalance", [ethereum.hot, `0x${(before + 7n).toString(16)}`]);
    const inCoin = (amount: bigint) => ({ asset: "eth", amount });
    return { subject: "hot", rail: inCoin(before + 7n), ledger: inCoin(before) };
  },
  async held_open() {
    const movement = await sentWithdrawal();
    // As after a kill between sending and its note, before the guard's next turn.
    await orm().update(payoutGuard).set({ state: "prepared" });
    await chain.mine(55);
    return { subject: movement.id, rail: inUsdt(movement.amount), ledger: inUsdt(movement.amount) };
  },
  async signed_unknown() {
    const to = receiverOf("nobody");
    const destination = { account: to, amount: null, memo: null };
    const fields = { id: "nobody", step: "payout", asset: usdtAsset, to, amount: "15", maxFee: "4000000000" } as const;
    await signerClient(ethereum.signer.socket).sign({ ...fields, destination });
    await ethereum.keepSending();
    return { subject: await txOf("nobody"), rail: inUsdt(15n), ledger: null };
  },
};

test.each(Object.keys(plants) as DifferenceKind[])(
  "%s is named with its subject and both sides, and nothing else is",
  async (what) => {
    const planted = await plants[what]();
    await chain.mine(3);
    await ethereum.read();
    const { outcome, run, differences } = await runReconcile();
    expect(differences).toEqual([{ what, ...planted }]);
    expect(run).toMatchObject({ state: "differs", differences: 1, isNews: true });
    expect(outcome).toMatchObject({
      ok: false,
      sentence: expect.stringContaining(`${what} ${planted.subject}: the rail has`),
    });
    expect((await runReconcile()).run).toMatchObject({ state: "differs", isNews: false });
  },
);

test("a difference that a booking has made up for is marked, and is gone only once the booking is there", async () => {
  const { ctx } = ethereum.service;
  const operate = (command: string, args: Record<string, string>) =>
    runCommand(ctx, { command, args: { reason: "compared with the explorer", ...args }, operator: { name: "olga" } });
  const movement = await sentWithdrawal();
  const fee = await feeOf(movement);
  const subject = await txOf(movement.id);
  await endAs(ctx, movement, { state: "settled", txId: subject, networkFee: { ...fee, amount: fee.amount - 5n } });
  await chain.mine(3);
  await ethereum.read();
  expect((await runReconcile()).differences).toMatchObject([{ what: "fee_differs", subject }]);
  expect(await operate("differences mark-corrected", { subject: "0xother" })).toMatchObject({ ok: false });

  expect(await operate("differences mark-corrected", { subject })).toMatchObject({ ok: true });
  expect((await runReconcile()).differences).toMatchObject([{ what: "balance_unexplained", subject: "hot" }]);
  expect(await operate("differences mark-corrected", { subject: "hot" })).toMatchObject({ ok: false });

  const missing = { asset: "eth", amount: "0.000000000000000005", rail: "evm" };
  expect(await operate("reserve fee", missing)).toMatchObject({ ok: true });
  expect((await runReconcile()).run).toMatchObject({ state: "matched", isNews: true });
});

test.each([
  ["pays out", "hot", "evm", 10n * ether],
  ["pays for sweeps", "gas", "evm_gas", 0n],
] as const)(
  "the coin that a contract's call brings to the account that %s is named, and gone once it is booked",
  async (_, place, rail, before) => {
    const payer = await chain.payer();
    const { ctx } = ethereum.service;
    const to = evmNetwork(ctx.env.railSettings).key[place].checksummed;
    await chain.payCoins(payer, [{ to, amount: 7n * 10n ** 12n }]);
    await chain.mine(3);
    await ethereum.read();
    const inCoin = (amount: bigint) => ({ asset: "eth", amount });
    const sides = { rail: inCoin(before + 7n * 10n ** 12n), ledger: inCoin(before) };
    expect((await runReconcile()).differences).toEqual([{ what: "balance_unexplained", subject: place, ...sides }]);
    const args = { asset: "eth", amount: "0.000007", rail, reason: "paid by a contract" };
    const booked = await runCommand(ctx, { command: "reserve fund", args, operator: { name: "olga" } });
    expect(booked).toMatchObject({ ok: true });
    expect((await runReconcile()).differences).toEqual([]);
  },
);

test("an address that has less of a token than came to it is named by itself", async () => {
  const slot = keccak256(encodeAbiParameters([{ type: "address" }, { type: "uint256" }], [address as Hex, 0n]));
  await chain.rpc("anvil_setStorageAt", [usdt, slot, `0x${999_999998n.toString(16).padStart(64, "0")}`]);
  await chain.mine(3);
  await ethereum.read();
  const { differences } = await runReconcile();
  const sides = { rail: inUsdt(999_999998n), ledger: inUsdt(1000_000000n) };
  expect(differences).toEqual([{ what: "balance_unexplained", subject: address, ...sides }]);
});

test("while the node is away nothing is compared and nothing half kept; the command says so and fails", async () => {
  await runReconcile();
  for (const method of ["eth_getBlockByNumber", "eth_call"]) {
    node.lie = (call) => (call.method === method ? { error: { code: -32000, message: "gone" } } : {});
    const { outcome, run, differences } = await runReconcile();
    expect(run).toMatchObject({
      state: "unavailable",
      credits: 0,
      differences: 0,
      why: expect.stringContaining(method),
    });
    expect(differences).toEqual([]);
    expect(outcome).toMatchObject({
      ok: false,
      sentence: expect.stringMatching(/nothing could be compared.*Matched until block/),
    });
  }
  node.lie = null;
  await ethereum.signer.stop();
  expect((await runReconcile()).run).toMatchObject({ state: "unavailable" });
});

test("what a reorganisation replaces while balances are asked is not compared", async () => {
  const { finalHeight } = await ethereum.source();
  node.lie = async ({ method }) => {
    const replaced = { hash: `0x${"9".repeat(64)}` };
    if (method === "eth_call") await orm().update(evmBlock).set(replaced).where(eq(evmBlock.height, finalHeight));
    return {};
  };
  expect((await runReconcile()).run).toMatchObject({
    state: "unavailable",
    why: expect.stringContaining("replaced block"),
  });
});

test("2,000 addresses take a call for each 700 of them and each asset, and the one that differs is named", async () => {
  const place = (index: number) => `0x${index.toString(16).padStart(40, "a")}`;
  const rows = Array.from({ length: 2000 }, (_, at) => {
    const [address, index, issuedAt] = [place(at + 100), at + 100, new Date()];
    return { place: address, shown: address, index, walletKey: `wallet ${index}`, issuedAt };
  });
  await orm().insert(evmAddress).values(rows);
  await chain.rpc("anvil_setBalance", [place(1600), "0x5"]);
  await chain.mine(3);
  const { ctx } = ethereum.service;
  await evmScanner(ctx, evmNetwork(ctx.env.railSettings), [evmNode(httpRpc(chain.url))]).pass();
  const calls: string[] = [];
  node.lie = ({ method }) => {
    if (method === "eth_call") calls.push(method);
    return {};
  };
  const { run, differences } = await runReconcile();
  expect(run).toMatchObject({ addresses: 2003 });
  // Three pages of two assets, and our own accounts.
  expect(calls).toHaveLength(8);
  const sides = { rail: { asset: "eth", amount: 5n }, ledger: { asset: "eth", amount: 0n } };
  expect(differences).toEqual([{ what: "balance_unexplained", subject: place(1600), ...sides }]);
});

test("a rail without a statement is named as such, and one that does not run is refused", async () => {
  const { outcome } = await runReconcile({});
  expect(outcome).toMatchObject({ ok: true, data: expect.stringContaining("sandbox: it has no statement of its own") });
  const { ctx } = ethereum.service;
  const operator = { name: "olga" };
  expect(await runCommand(ctx, { command: "reconcile", args: { rail: "tron" }, operator })).toMatchObject({
    ok: false,
  });
});

describe("sweeps", () => {
  let desk: SweepExchange;
  beforeEach(async () => {
    await chain.rpc("evm_revert", [snapshot]);
    snapshot = await chain.rpc<string>("evm_snapshot");
    await ethereum.signer.stop();
    await ethereum.signer.start();
    desk = await sweepExchange(chain, { usdt, signer: ethereum.signer });
    ethereum = { ...ethereum, ...desk };
  });

  test("match in each of their steps, with top-ups, fees, what stays at the address, and one that fails", async () => {
    const [blocked = ""] = await desk.depositsOf(4, 1000_000000n);
    await desk.depositsOf(1, ether / 2n, "eth");
    await chain.blacklist(usdt, blocked, true);
    await desk.sweep();
    for (let turns = 0; turns < 6; turns += 1) {
      await desk.turn(2);
      await desk.read();
      expect((await runReconcile()).differences).toEqual([]);
    }
    await desk.finish();
    await chain.mine(3);
    await desk.read();
    expect((await desk.parts()).map(({ state }) => state).sort()).toEqual([...Array(4).fill("arrived"), "failed"]);
    expect(await runReconcile()).toMatchObject({ differences: [], run: { state: "matched", addresses: 7 } });
  });

  test("match where an address was topped up again, because its transfer got dearer", async () => {
    await desk.depositsOf(1, 1000_000000n);
    await desk.sweep();
    await desk.turn(1);
    await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(40n * 10n ** 9n).toString(16)}`]);
    await desk.turn(1);
    await desk.service.pass(121);
    await desk.turn(1);
    await desk.finish();
    expect(await desk.signed("topup")).toHaveLength(2);
    await chain.mine(3);
    await desk.read();
    expect((await runReconcile()).differences).toEqual([]);

    // The same where the transfer that arrived was signed before the second top-up.
    await (await ownerDatabase()).query("update evm_transaction set seq = 99 where movement_id like '%:2'");
    expect((await runReconcile()).differences).toEqual([]);
  });

  test("money that came to the gas account and that nobody has booked is named by its transaction", async () => {
    const subject = await chain.pay(desk.gas, 3n);
    await chain.mine(3);
    await desk.read();
    const rail = { asset: "eth", amount: 3n };
    expect((await runReconcile()).differences).toEqual([{ what: "credit_not_booked", subject, rail, ledger: null }]);
    await desk.run("evm book-fill", { fill: subject, reason: "ours" });
    expect((await runReconcile()).differences).toEqual([]);
  });
});

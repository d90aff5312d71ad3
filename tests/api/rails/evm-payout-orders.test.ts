import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parseAmount } from "../../../contract/values/decimal.ts";
import { outgoing, payoutGuard } from "../../../upstream/db/schema/index.ts";
import { available } from "../../../upstream/ledger/read.ts";
import { accounts } from "../../../upstream/ledger/rules/booking.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { advance } from "../../../upstream/payouts/advance.ts";
import { readSent } from "../../../upstream/payouts/read-sent.ts";
import { commands } from "../../../upstream/program/commands.ts";
import { runCommand } from "../../../upstream/program/run-command.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { railTasks } from "../../../upstream/rails/rails.ts";
import { newKeyFile } from "../../../upstream/staff/key-file.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { type EvmExchange, evmExchange, testAccount } from "../../support/evm/evm-exchange.ts";
import { ether, newTestSigner, type TestSigner } from "../../support/evm/payout-exchange.ts";
import { anna } from "../../support/orders/example-customer.ts";
import { executedOrder, track } from "../../support/orders/order-steps.ts";
import { paypalEvent } from "../../support/orders/paypal-events.ts";
import { signedIn } from "../../support/service/members.ts";
import { figures, walletOf } from "../../support/wallets/deposits.ts";
import { confirmed, movementOf } from "../../support/withdrawals/withdrawals.ts";

let chain: TestChain;
let usdt: string;
let signer: TestSigner;
let ethereum: EvmExchange;
let hot: string;
let snapshot: string;

const passphrase = "correct horse battery staple";
/** Of two operators; the signer wants both above its caps where a test says so. */
let operatorKeys: { file: string; passphrase_file: string }[];

beforeAll(async () => {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
});
afterAll(() => chain.stop());
beforeEach(async () => {
  snapshot = await chain.rpc<string>("evm_snapshot");
});
afterEach(async () => {
  await signer.stop();
  await chain.rpc("evm_revert", [snapshot]);
});

/**
 * An exchange whose ledger has what the hot account has: 500 USDT and one ETH. `most`: the signer's caps, in units of USDT. `needed`: how
 * many operators have to sign above them.
 */
async function open(most: bigint, more: Record<string, string> = {}, needed = 1): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "operator-"));
  const passphraseFile = join(folder, "passphrase");
  writeFileSync(passphraseFile, passphrase, { mode: 0o600 });
  const keys = ["one", "two"].map((name) => ({ file: join(folder, name), ...newKeyFile(passphrase) }));
  for (const { file, text } of keys) writeFileSync(file, text);
  operatorKeys = keys.map(({ file }) => ({ file, passphrase_file: passphraseFile }));
  signer = await newTestSigner(usdt, { operators: keys.map(({ publicKey }) => publicKey), needed, most });
  await signer.start();
  const settings = { SIGNER_SOCKET: signer.socket, ...more };
  ethereum = await evmExchange(chain, { tokens: { "usdt-erc20": usdt } }, { settings });
  const key = readAccountKey(testAccount.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  hot = key.hot.checksummed;
  await chain.pay(hot, ether);
  await chain.payToken(usdt, hot, 500_000000n);
  await chain.mine();
  for (const [asset, amount] of [
    ["usdt-erc20", "500"],
    ["eth", "1"],
  ] as const) {
    const args = { asset, amount, rail: "evm", reason: "first money", anyway: "yes" };
    expect(await give("reserve fund", args)).toMatchObject({ ok: true });
  }
}

const payoutOf = async ({ ref }: { ref: string }) => {
  const ofOrder = and(eq(outgoing.orderRef, ref), eq(outgoing.kind, "payout"));
  const [payout] = await ethereum.service.ctx.db.orm.select().from(outgoing).where(ofOrder);
  if (!payout) throw new Error("The order has no payout");
  return payout;
};

const give = (command: string, args: Record<string, string>) =>
  runCommand(ethereum.service.ctx, { command, args, operator: { name: "olga" } });

/** What an operator's own machine prints. */
async function onOwnMachine(name: string, args: Record<string, string>): Promise<string> {
  const command = commands.find((candidate) => candidate.name === name);
  const outcome = await command?.beforeOpening?.(args, { where: { dataDir: "" }, isOwned: false });
  if (!outcome?.ok || typeof outcome.data !== "string") throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome.data;
}

test("a paid order is paid out on the chain and completed; ledger and chain agree to the unit and the wei", async () => {
  await open(1_000_000000n);
  const { service } = ethereum;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  const before = await chain.balance(anna.addresses["usdt-erc20"], usdt);
  await paypalEvent(service, order, "pay_exact");
  expect(await track(service, order)).toMatchObject({ status: "sending" });
  const payout = await payoutOf(order);
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

test("a payout that a reorganisation includes again at another price costs in the books what the chain took", async () => {
  await open(1_000_000000n);
  const { service } = ethereum;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const feeNow = async () => ether - (await chain.balance(hot));
  await chain.mine();
  const before = await feeNow();
  await ethereum.read();
  await readSent(service.ctx);
  await chain.reorganise(1);
  await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(700_000_000n).toString(16)}`]);
  await railTasks(service.ctx)
    .find(({ name }) => name === "ethereum payouts")
    ?.run();
  await chain.mine(3);
  await ethereum.read();
  expect(await track(service, order)).toMatchObject({ status: "completed" });
  expect(await feeNow()).not.toBe(before);
  const { orm } = service.ctx.db;
  expect(await available(orm, accounts.rail("evm", "eth"))).toBe(await chain.balance(hot));
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("a payout that was settled and is included again at other prices costs in the books what the chain took last", async () => {
  await open(1_000_000000n, { EVM_CONFIRMATIONS: "1" });
  await chain.mine(2);
  const { service } = ethereum;
  const { orm } = service.ctx.db;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const inBooks = () => available(orm, accounts.rail("evm", "eth"));
  const turn = async () => {
    await service.ctx.clock.advance(20);
    await railTasks(service.ctx)
      .find(({ name }) => name === "ethereum payouts")
      ?.run();
    await readSent(service.ctx);
  };
  await chain.mine();
  await ethereum.read();
  expect(await track(service, order)).toMatchObject({ status: "completed" });
  const fees = [await inBooks()];
  // Dearer, then cheaper.
  for (const price of [900_000_000n, 300_000_000n]) {
    await chain.reorganise(1);
    await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${price.toString(16)}`]);
    await turn();
    await chain.mine();
    await turn();
    expect(await inBooks()).toBe(await chain.balance(hot));
    fees.push(await inBooks());
  }
  expect(new Set(fees).size).toBe(3);
  await ethereum.read();
  expect(JSON.stringify(await give("reconcile", {}))).not.toContain("fee_differs");
  expect(await available(orm, accounts.rail("evm", "usdt-erc20"))).toBe(await chain.balance(hot, usdt));
  expect(await track(service, order)).toMatchObject({ status: "completed" });
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("a payout that was in the pool for hours is completed as soon as its last confirmation is read", async () => {
  await open(1_000_000000n);
  const { service } = ethereum;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const { id } = await payoutOf(order);
  // The guard has just read it, and its next turn is ten minutes away.
  await service.ctx.clock.advance(10 * 3600);
  await readSent(service.ctx);
  await chain.mine(2);
  await ethereum.read();
  await readSent(service.ctx);
  expect(await track(service, order)).toMatchObject({ status: "sending" });
  await chain.mine();
  await readSent(service.ctx);
  expect(await track(service, order)).toMatchObject({ status: "sending" });
  await ethereum.read();
  expect(await track(service, order)).toMatchObject({ status: "completed" });
  // What is over is told no more.
  const guarded = () => service.ctx.db.orm.select().from(payoutGuard).where(eq(payoutGuard.outgoingId, id));
  const [before] = await guarded();
  await ethereum.read();
  expect(await guarded()).toEqual([before]);
});

test("a member's deposit is credited from the chain, and a withdrawal is paid out on it", async () => {
  await open(1_000_000000n);
  const { service } = ethereum;
  const asset = "usdt-erc20";
  const { member, address } = await walletOf(service, "anna@example.com", asset);
  await chain.payToken(usdt, address, 200_000000n);
  await chain.mine(3);
  await ethereum.read();
  expect(await figures(service, member, asset)).toMatchObject({ posted: "200.000000", available: "200.000000" });

  const account = anna.addresses[asset];
  const before = await chain.balance(account, usdt);
  const { id, net } = await confirmed(service, member, { asset, amount: "100", account });
  await service.pass(86_400);
  await chain.mine(3);
  await readSent(service.ctx);
  expect(await movementOf(service, id)).toMatchObject({ rail: "evm", state: "settled" });
  expect((await chain.balance(account, usdt)) - before).toBe(parseAmount(net, 6));
  const { orm } = service.ctx.db;
  expect(await available(orm, accounts.rail("evm", asset))).toBe(await chain.balance(hot, usdt));
  expect(await available(orm, accounts.deposits("evm", asset))).toBe(await chain.balance(address, usdt));
  expect(await available(orm, accounts.rail("evm", "eth"))).toBe(await chain.balance(hot));
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("money that an operator sends to an account is paid once two operators have signed for it, and not before, whatever the amount", async () => {
  await open(1_000_000000n, {}, 2);
  const { service } = ethereum;
  const asset = "usdt-erc20";
  const owner = "0x7c1d8a90f3b45e26c0d19eab5f7823641fd0ce98";
  // Of another asset than the order's, and too little to be sent back.
  const order = await ethereum.order({ from: "eth", to: "paypal-usd", amount: "0.5" });
  await chain.payToken(usdt, order.address, 2_500000n);
  await chain.mine(3);
  await ethereum.read();
  const [unclaimed] = (await ethereum.shows("unclaimed list")) as { id: string }[];
  const paid = await give("unclaimed pay", {
    id: unclaimed?.id ?? "",
    asset,
    account: owner,
    reason: "asked by email",
    anyway: "yes",
  });
  expect(paid).toEqual({ ok: true, data: expect.stringContaining("2.500000 usdt-erc20 go to") });
  const [movement] = await service.ctx.db.orm.select().from(outgoing);
  if (!movement) throw new Error("Nothing is paid");
  const { id, account: to, amount } = movement;
  const guarded = async () => {
    await advance(service.ctx, id);
    const [row] = await service.ctx.db.orm.select().from(payoutGuard).where(eq(payoutGuard.outgoingId, id));
    return [row?.state, row?.why];
  };
  const payout = { id, asset, to, amount: amount.toString(), chain: "31337" };
  for (const [at, key] of operatorKeys.entries()) {
    expect(await guarded()).toEqual(["approved", "signer_needs_operator"]);
    const approval = await onOwnMachine("evm sign", { ...payout, ...key });
    const handed = {
      command: "evm approve",
      args: { id, approval, reason: "read" },
      operator: { name: `person ${at}` },
    };
    expect(await runCommand(service.ctx, handed)).toMatchObject({ ok: true });
  }
  expect(await guarded()).toEqual(["broadcast", "unconfirmed"]);
  await chain.mine(3);
  expect(await guarded()).toEqual(["settled", null]);
  expect(await chain.balance(to, usdt)).toBe(2_500000n);
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("a payout and a withdrawal that were settled, vanish and then fail come back to their owners as returned", async () => {
  await open(1_000_000000n, { EVM_CONFIRMATIONS: "1" });
  const { service } = ethereum;
  const { orm } = service.ctx.db;
  const asset = "usdt-erc20";
  const { member, address } = await walletOf(service, "anna@example.com", asset);
  await chain.payToken(usdt, address, 200_000000n);
  await chain.mine(3);
  await ethereum.read();
  const { id } = await confirmed(service, member, { asset, amount: "100", account: anna.addresses[asset] });
  await service.pass(86_400);
  const order = await executedOrder(service, { from: "paypal-usd", to: asset, amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const before = await chain.balance(anna.addresses[asset], usdt);
  const turn = async (blocks: number) => {
    await chain.mine(blocks);
    await service.ctx.clock.advance(20);
    await railTasks(service.ctx)
      .find(({ name }) => name === "ethereum payouts")
      ?.run();
    await ethereum.read();
    await readSent(service.ctx);
  };
  const states = async () => {
    const movements = [await movementOf(service, id), await payoutOf(order)];
    return [...movements.map((movement) => movement?.status), (await track(service, order)).status];
  };
  await turn(1);
  expect(await states()).toEqual(["sent", "sent", "completed"]);
  await chain.reorganise(1);
  await chain.rpc("anvil_dropAllTransactions");
  await chain.pause(usdt, true);
  await turn(1);
  await turn(1);
  expect(await states()).toEqual(["sent", "sent", "completed"]);
  await turn(2);
  expect(await states()).toEqual(["returned", "returned", "on_hold"]);
  member.token = await signedIn(service, member.email);
  // All but the fee of a withdrawal that was sent.
  expect(await figures(service, member, asset)).toMatchObject({ posted: "197.000000", available: "197.000000" });
  expect(await chain.balance(anna.addresses[asset], usdt)).toBe(before);
  expect(await available(orm, accounts.rail("evm", asset))).toBe(await chain.balance(hot, usdt));
  expect(await available(orm, accounts.rail("evm", "eth"))).toBe(await chain.balance(hot));
  expect(await verify(service.ctx.db)).toEqual([]);
});

test("above the signer's cap a payout waits until an operator has signed for it on another machine", async () => {
  await open(1_000000n);
  const { service } = ethereum;
  const order = await executedOrder(service, { from: "paypal-usd", to: "usdt-erc20", amount: "100" });
  await paypalEvent(service, order, "pay_exact");
  const { id, amount } = await payoutOf(order);
  const waiting = () => service.ctx.db.orm.select().from(payoutGuard).where(eq(payoutGuard.outgoingId, id));
  expect(await waiting()).toMatchObject([{ state: "approved", why: "signer_needs_operator" }]);

  const reason = "checked with the customer";
  const asked = await give("evm approve", { id, reason });
  const to = anna.addresses["usdt-erc20"];
  const sentence = `evm sign ${id} --asset usdt-erc20 --to ${to} --amount ${amount} --chain 31337 --file <key file>`;
  expect(asked).toEqual({ ok: true, data: sentence });
  const payout = { id, asset: "usdt-erc20", to, amount: amount.toString(), chain: "31337", ...operatorKeys[0] };
  const other = await onOwnMachine("evm sign", { ...payout, amount: "1" });
  expect(await give("evm approve", { id, reason, approval: other })).toMatchObject({
    ok: false,
    sentence: expect.stringContaining("signed for something else"),
  });
  expect(await give("evm approve", { id, reason, approval: "abc" })).toMatchObject({ ok: false });
  const hours = String(24 * 7);
  const approval = await onOwnMachine("evm sign", { ...payout, hours });
  expect(await give("evm approve", { id, reason, approval })).toMatchObject({ ok: true });
  await advance(service.ctx, id);
  expect(await waiting()).toMatchObject([{ state: "broadcast" }]);
  const before = await chain.balance(to, usdt);
  await chain.mine(3);
  await advance(service.ctx, id);
  expect((await chain.balance(to, usdt)) - before).toBe(amount);
  expect(await waiting()).toMatchObject([{ state: "settled" }]);
});

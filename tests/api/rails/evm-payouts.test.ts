import { copyFileSync } from "node:fs";
import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { evmSigner, evmTransaction } from "../../../upstream/db/schema/evm-payouts.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { evmPayout } from "../../../upstream/rails/evm/payouts/evm-payout.ts";
import { keepSending } from "../../../upstream/rails/evm/payouts/keep-sending.ts";
import type { PayoutParts } from "../../../upstream/rails/evm/payouts/payout-parts.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { testAccount } from "../../support/evm/evm-exchange.ts";
import { type FaultyNode, faultyNode } from "../../support/evm/faulty-node.ts";
import {
  ether,
  gwei,
  newTestSigner,
  type PayoutExchange,
  payoutExchange,
  receiverOf,
  type TestSigner,
} from "../../support/evm/payout-exchange.ts";
import { freshDatabase } from "../../support/service/database.ts";

let chain: TestChain;
let usdt: string;
let node: FaultyNode;
let signer: TestSigner;
let payouts: PayoutExchange;
let hot: string;
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
  await nextBaseFee(1n);
  signer = await newTestSigner(usdt);
  await signer.start();
  await open();
  await chain.pay(hot, ether);
  await chain.payToken(usdt, hot, 500_000000n);
  await chain.mine();
});
afterEach(async () => {
  await signer.stop();
  await chain.rpc("anvil_dropAllTransactions");
  await chain.rpc("evm_revert", [snapshot]);
});

async function open(confirmations = "3"): Promise<void> {
  payouts = payoutExchange(node, { db: await freshDatabase(), signer, usdt, confirmations });
  hot = payouts.parts.network.key.hot.checksummed;
}

const nextBaseFee = (fee: bigint) => chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(fee * gwei).toString(16)}`]);
const received = (id: string, token?: string) => chain.balance(receiverOf(id), token);
const read = (id: string, asset = "usdt-erc20") => payouts.rail(asset).read({ id, asset });
const versions = () => payouts.parts.desk.db.orm.select().from(evmTransaction).orderBy(asc(evmTransaction.seq));

test("the hot account of the signer is the one that the service derives", () => {
  expect(testAccount.deriveChild(1).deriveChild(0).publicKey).not.toBeNull();
  expect(hot).toBe(payouts.rail("eth").hotAddress);
});

test.each([
  ["eth", ether / 10n],
  ["usdt-erc20", 10_000000n],
])(
  "a payout in %s is pending until it has its confirmations, then settled with its fee to the wei",
  async (asset, amount) => {
    const token = asset === "eth" ? undefined : usdt;
    const before = await chain.balance(hot);
    const sent = await payouts.pay(payouts.movement("out_1", asset));
    const [signed] = await versions();
    const most = { asset: "eth", amount: (signed?.gas ?? 0n) * (signed?.maxFee ?? 0n) };
    const inPool = { waits: "in_pool", confirmations: 0, required: 3, fee: most };
    expect(sent).toEqual({ state: "pending", progress: inPool });
    await chain.mine(2);
    expect(await received("out_1", token)).toBe(amount);
    const confirming = { ...inPool, waits: "confirming", confirmations: 2 };
    expect(await read("out_1", asset)).toEqual({ state: "pending", progress: confirming });
    await chain.mine();
    const reading = await read("out_1", asset);
    expect(reading).toMatchObject({ state: "settled", txId: signed?.tx, networkFee: { asset: "eth" } });
    const fee = reading.state === "settled" ? (reading.networkFee?.amount ?? 0n) : 0n;
    expect(await chain.balance(hot)).toBe(before - fee - (asset === "eth" ? amount : 0n));
    expect(await received("out_1", token)).toBe(amount);
  },
);

test("what is settled by a number of confirmations is reversible until the network has finalized it", async () => {
  await open("1");
  const movement = payouts.movement("out_1");
  await payouts.pay(movement);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "settled", isReversible: true });
  await keepSending(payouts.parts);
  await chain.reorganise(1);
  expect(await read("out_1")).toEqual({ state: "unknown" });
  const [signed] = await versions();
  await payouts.rail("usdt-erc20").broadcast(movement, JSON.stringify({ maxFee: String(signed?.maxFee) }));
  await chain.mine(3);
  expect(await read("out_1")).toMatchObject({ state: "settled", txId: signed?.tx, isReversible: false });
  expect(await received("out_1", usdt)).toBe(10_000000n);
  expect(await versions()).toHaveLength(1);
});

test("a payout behind another one is queued, and one that offers too little is too cheap", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await payouts.pay(payouts.movement("out_2"));
  expect(await read("out_2")).toMatchObject({ state: "pending", progress: { waits: "queued" } });
  await nextBaseFee(50n);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "pending", progress: { waits: "too_cheap" } });
});

test("a payout that nobody has sent is unknown", async () => {
  expect(await read("out_9")).toEqual({ state: "unknown" });
});

test("preparing signs nothing; sent again, it is the same transaction", async () => {
  const movement = payouts.movement("out_1");
  const rail = payouts.rail("usdt-erc20");
  const prepared = await rail.prepare(movement);
  expect(await versions()).toEqual([]);
  expect(await rail.prepare(movement)).toEqual(prepared);
  if (prepared.state !== "prepared") throw new Error(prepared.reason);
  await Promise.all([rail.broadcast(movement, prepared.plan), rail.broadcast(movement, prepared.plan)]);
  await rail.broadcast(movement, prepared.plan);
  await chain.mine(3);
  expect(await versions()).toHaveLength(1);
  expect(await received("out_1", usdt)).toBe(10_000000n);
  await rail.broadcast(movement, prepared.plan);
  await chain.mine();
  expect(await received("out_1", usdt)).toBe(10_000000n);
});

describe("killed between two steps, it goes on, and pays once:", () => {
  const gone = () => Promise.reject(new RailUnavailable("killed"));
  const crashes: Record<string, (parts: PayoutParts) => Partial<PayoutParts>> = {
    "before it asks the signer": ({ signer: realSigner }) => ({ signer: { ...realSigner, sign: gone } }),
    "after the signer has signed": ({ signer: realSigner }) => ({
      signer: {
        ...realSigner,
        sign: async (body) => {
          await realSigner.sign(body);
          return gone();
        },
      },
    }),
    "before it is stored": ({ signer: realSigner }) => {
      let calls = 0;
      const signedAfter = (seq: number) => {
        calls += 1;
        return calls === 2 ? gone() : realSigner.signedAfter(seq);
      };
      return { signer: { ...realSigner, signedAfter } };
    },
    "before it is sent": ({ node: realNode }) => ({ node: { ...realNode, send: gone } }),
    "after it was sent": ({ node: realNode }) => ({
      node: {
        ...realNode,
        send: async (bytes) => {
          await realNode.send(bytes);
          return gone();
        },
      },
    }),
  };
  test.each(Object.entries(crashes))("%s", async (_, crash) => {
    const movement = payouts.movement("out_1");
    const rail = payouts.rail("usdt-erc20");
    const prepared = await rail.prepare(movement);
    if (prepared.state !== "prepared") throw new Error(prepared.reason);
    const crashing = evmPayout({ ...payouts.parts, ...crash(payouts.parts) }, "usdt-erc20");
    await expect(crashing.broadcast(movement, prepared.plan)).rejects.toThrow("killed");
    await signer.stop();
    await signer.start();
    if ((await rail.read(movement)).state === "unknown") await rail.broadcast(movement, prepared.plan);
    await keepSending(payouts.parts);
    await chain.mine(3);
    expect(await rail.read(movement)).toMatchObject({ state: "settled" });
    expect(await received("out_1", usdt)).toBe(10_000000n);
    expect(await versions()).toMatchObject([{ movementId: "out_1", nonce: 0 }]);
  });
});

test("what the pool has lost is sent again, and the payout behind it goes through", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await payouts.pay(payouts.movement("out_2"));
  const [first] = await versions();
  await chain.rpc("anvil_dropTransaction", [first?.tx]);
  await chain.mine(3);
  expect(await Promise.all([received("out_1", usdt), received("out_2", usdt)])).toEqual([0n, 0n]);
  await keepSending(payouts.parts);
  await chain.mine(3);
  expect(await Promise.all([read("out_1"), read("out_2")])).toMatchObject([{ state: "settled" }, { state: "settled" }]);
});

test.each([1, 2, 5, 12])("a reorganisation of %d blocks takes a payout back; it is sent again", async (depth) => {
  await open("13");
  await payouts.pay(payouts.movement("out_1"));
  await payouts.pay(payouts.movement("out_2", "eth"));
  await chain.mine(depth);
  await keepSending(payouts.parts);
  await chain.reorganise(depth);
  expect(await received("out_1", usdt)).toBe(0n);
  expect(await read("out_1")).toMatchObject({ state: "pending" });
  await keepSending(payouts.parts);
  await chain.mine(13);
  expect(await Promise.all([read("out_1"), read("out_2", "eth")])).toMatchObject([
    { state: "settled" },
    { state: "settled" },
  ]);
  expect(await Promise.all([received("out_1", usdt), received("out_2")])).toEqual([10_000000n, ether / 10n]);
});

test("one that is stuck gets dearer at its nonce, up to the limit; one of its versions is mined", async () => {
  await payouts.pay(payouts.movement("out_1"));
  const [first] = await versions();
  await nextBaseFee(30n);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "pending" });
  await keepSending(payouts.parts);
  expect(await versions()).toHaveLength(1);
  payouts.moveClock(121);
  await keepSending(payouts.parts);
  const [, second] = await versions();
  expect(second).toMatchObject({ nonce: 0, movementId: "out_1" });
  expect(second?.maxFee).toBeGreaterThan(((first?.maxFee ?? 0n) * 11n) / 10n);
  await chain.mine(3);
  expect(await read("out_1")).toMatchObject({ state: "settled", txId: second?.tx });
  expect(await received("out_1", usdt)).toBe(10_000000n);
});

test("above the fee limit nothing is prepared, and nothing gets dearer than it", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await nextBaseFee(200n);
  await chain.mine();
  const waits = { state: "wait", reason: "network_fee_above_cap" };
  expect(await payouts.rail("usdt-erc20").prepare(payouts.movement("out_2"))).toEqual(waits);
  for (let round = 0; round < 4; round += 1) {
    payouts.moveClock(121);
    await keepSending(payouts.parts);
  }
  const dearest = (await versions()).map(({ maxFee }) => maxFee).at(-1);
  expect(dearest).toBeLessThanOrEqual(100n * gwei);
});

test.each([
  ["ends the connection", "hang_up"],
  ["limits us", { status: 429, body: "too many" }],
] as const)("a node that %s: nothing is prepared, and what was signed is sent afterwards", async (_, fault) => {
  const movement = payouts.movement("out_1");
  const rail = payouts.rail("usdt-erc20");
  const prepared = await rail.prepare(movement);
  if (prepared.state !== "prepared") throw new Error(prepared.reason);
  node.fault = fault;
  await expect(rail.prepare(payouts.movement("out_2"))).rejects.toThrow(RailUnavailable);
  await expect(rail.broadcast(movement, prepared.plan)).rejects.toThrow(RailUnavailable);
  await expect(rail.read(movement)).rejects.toThrow(RailUnavailable);
  await expect(keepSending(payouts.parts)).rejects.toThrow(RailUnavailable);
  node.fault = null;
  expect(await rail.read(movement)).toMatchObject({ state: "pending" });
  await keepSending(payouts.parts);
  await chain.mine(3);
  expect(await rail.read(movement)).toMatchObject({ state: "settled" });
});

test("while the signer is away nothing is sent; then the same payout goes on", async () => {
  const movement = payouts.movement("out_1");
  await signer.stop();
  await expect(payouts.pay(movement)).rejects.toThrow("The signer did not answer");
  await signer.start();
  expect(await payouts.pay(movement)).toMatchObject({ state: "pending" });
});

test("a transfer that the token refuses is reverted, with what it cost to the wei", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await chain.rpc("anvil_dropAllTransactions");
  await chain.pause(usdt, true);
  await chain.mine();
  const before = await chain.balance(hot);
  await keepSending(payouts.parts);
  await chain.mine(3);
  const amount = before - (await chain.balance(hot));
  expect(amount).toBeGreaterThan(0n);
  expect(await read("out_1")).toEqual({ state: "reverted", reason: "reverted", networkFee: { asset: "eth", amount } });
});

test("a payout that fails is pending until the network has finalized it, and settled where it succeeds when it is included again", async () => {
  await open("1");
  await payouts.pay(payouts.movement("out_1"));
  const [signed] = await versions();
  const bytes = await chain.raw(signed?.tx ?? "");
  await chain.rpc("anvil_dropAllTransactions");
  await chain.pause(usdt, true);
  await chain.mine();
  await chain.rpc("eth_sendRawTransaction", [bytes]);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "pending", progress: { waits: "confirming", confirmations: 1 } });
  await chain.reorganise(2);
  await chain.rpc("anvil_dropAllTransactions");
  await chain.rpc("eth_sendRawTransaction", [bytes]);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "settled", txId: signed?.tx, isReversible: true });
  await chain.rpc("anvil_dropAllTransactions");
  await chain.reorganise(1);
  await chain.rpc("anvil_dropAllTransactions");
  await chain.pause(usdt, true);
  await chain.mine();
  await chain.rpc("eth_sendRawTransaction", [bytes]);
  await chain.mine();
  expect(await read("out_1")).toMatchObject({ state: "pending" });
  await chain.mine(2);
  expect(await read("out_1")).toMatchObject({ state: "reverted", reason: "reverted" });
});

test("a receipt counts only where its block is in the chain, and a token's transfer only where its log is", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await chain.mine(3);
  node.lie = ({ method }, { result }) =>
    method === "eth_getTransactionReceipt"
      ? { result: Object.assign({}, result, { blockHash: `0x${"9".repeat(64)}` }) }
      : {};
  expect(await read("out_1")).toMatchObject({ state: "pending" });
  node.lie = ({ method }, { result }) =>
    method === "eth_getTransactionReceipt" ? { result: Object.assign({}, result, { logs: [] }) } : {};
  expect(await read("out_1")).toMatchObject({ state: "reverted", reason: "token_moved_nothing" });
  node.lie = null;
  expect(await read("out_1")).toMatchObject({ state: "settled" });
});

test("what the hot account lacks is said before anything is signed, counting what is under way", async () => {
  const prepare = (id: string, amount: bigint, asset = "usdt-erc20") =>
    payouts.rail(asset).prepare({ ...payouts.movement(id, asset), amount });
  expect(await prepare("out_1", 500_000001n)).toEqual({ state: "wait", reason: "hot_balance_low" });
  await payouts.pay({ ...payouts.movement("out_2"), amount: 400_000000n });
  expect(await prepare("out_3", 100_000001n)).toEqual({ state: "wait", reason: "hot_balance_low" });
  expect(await prepare("out_3", 100_000000n)).toMatchObject({ state: "prepared" });
  // What is mined has left the balance, and counts once, also before it is final.
  await chain.mine();
  expect(await prepare("out_3", 100_000001n)).toEqual({ state: "wait", reason: "hot_balance_low" });
  expect(await prepare("out_3", 100_000000n)).toMatchObject({ state: "prepared" });
  expect(await prepare("out_4", ether, "eth")).toEqual({ state: "wait", reason: "hot_balance_low" });
  await chain.rpc("anvil_setBalance", [hot, "0x1"]);
  expect(await prepare("out_5", 1n)).toEqual({ state: "wait", reason: "gas_low" });
});

test("what the signer refuses waits with its word, or is refused where no repetition helps", async () => {
  const rail = payouts.rail("usdt-erc20");
  await chain.mint(usdt, hot, 5000_000000n);
  await chain.mine();
  const large = { ...payouts.movement("out_1"), amount: 1000_000001n };
  expect(await rail.prepare(large)).toEqual({ state: "wait", reason: "signer_needs_operator" });
  const elsewhere = { ...payouts.movement("out_2"), account: receiverOf("another") };
  expect(await rail.prepare(elsewhere)).toEqual({ state: "refused", reason: "signer_destination" });
  expect(await versions()).toEqual([]);
});

test("a network that is too dear for the signer, or an asset that it does not know yet, ends no payout", async () => {
  const { parts } = payouts;
  Object.assign(parts, { fees: { ...parts.fees, cap: 1000n * gwei } });
  await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${(600n * gwei).toString(16)}`]);
  await chain.mine();
  const movement = payouts.movement("out_1");
  expect(await payouts.rail("usdt-erc20").prepare(movement)).toEqual({ state: "wait", reason: "signer_fee_cap" });
  await chain.rpc("anvil_setNextBlockBaseFeePerGas", [`0x${gwei.toString(16)}`]);
  await chain.mine();
  Object.assign(parts.network, { tokens: new Map([...parts.network.tokens, ["usdc-erc20", usdt]]) });
  const unknown = { ...payouts.movement("out_2"), asset: "usdc-erc20" };
  expect(await payouts.rail("usdc-erc20").prepare(unknown)).toEqual({ state: "wait", reason: "signer_asset" });
});

test("what an operator's word has caused waits for operators' approvals, whatever the amount", async () => {
  const movement = payouts.movement("operator_1");
  const waits = { state: "wait", reason: "signer_needs_operator" };
  expect(await payouts.rail("usdt-erc20").prepare({ ...movement, amount: 1n })).toEqual(waits);
  expect(await versions()).toEqual([]);
});

test("a sweep without addresses is refused", async () => {
  const sweep = { ...payouts.movement("out_1"), kind: "sweep" as const };
  expect(await payouts.rail("usdt-erc20").prepare(sweep)).toMatchObject({ state: "refused" });
});

test("an older list of the signer stops the rail: nothing is signed until the newer one is back", async () => {
  await payouts.pay(payouts.movement("out_1"));
  const { list } = signer.setup.files;
  copyFileSync(list, `${list}.older`);
  await payouts.pay(payouts.movement("out_2"));
  copyFileSync(list, `${list}.newest`);
  await signer.stop();
  copyFileSync(`${list}.older`, list);
  await signer.start();
  const prepared = payouts.rail("usdt-erc20").prepare(payouts.movement("out_3"));
  await expect(prepared).rejects.toThrow("ends before its line 2");
  await expect(keepSending(payouts.parts)).rejects.toThrow("ends before its line 2");
  // As long as the one that was read, and another one.
  await payouts.parts.signer.sign({
    ...{ id: "out_9", step: "payout", asset: "usdt-erc20", to: receiverOf("out_9"), amount: "1" },
    ...{ maxFee: "2000000000", destination: { account: receiverOf("out_9"), amount: null, memo: null } },
  });
  await expect(payouts.pay(payouts.movement("out_3"))).rejects.toThrow("is not the one that was read");
  expect(await payouts.parts.desk.db.orm.select().from(evmSigner)).toMatchObject([{ stopped: expect.any(String) }]);
  await signer.stop();
  copyFileSync(`${list}.newest`, list);
  await signer.start();
  expect(await payouts.pay(payouts.movement("out_3"))).toMatchObject({ state: "pending" });
  expect(await payouts.parts.desk.db.orm.select().from(evmSigner)).toMatchObject([{ stopped: null }]);
});

test("a list that was begun anew with a key that has sent something pays out nothing", async () => {
  await payouts.pay(payouts.movement("out_1"));
  await chain.mine(3);
  await signer.stop();
  signer = await newTestSigner(usdt);
  await signer.start();
  await open();
  const waits = { state: "wait", reason: "hot_account_used_elsewhere" };
  expect(await payouts.rail("usdt-erc20").prepare(payouts.movement("out_2"))).toEqual(waits);
});

test("what somebody else has let the signer sign is learnt, and sent", async () => {
  const destination = { account: receiverOf("out_7"), amount: null, memo: null };
  const fields = { id: "out_7", step: "payout", asset: "usdt-erc20", to: receiverOf("out_7") } as const;
  await payouts.parts.signer.sign({ ...fields, amount: "5", maxFee: "4000000000", destination });
  await keepSending(payouts.parts);
  await chain.mine(3);
  expect(await read("out_7")).toMatchObject({ state: "settled" });
  await keepSending(payouts.parts);
  expect(await versions()).toMatchObject([{ movementId: "out_7", isFinal: true }]);
});

import { HDKey } from "@scure/bip32";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { evmAddress, evmCredit } from "../../../upstream/db/schema/evm.ts";
import { eventReporter } from "../../../upstream/orders/report-event.ts";
import { RailUnavailable } from "../../../upstream/ports/rail.ts";
import { readAccountKey } from "../../../upstream/rails/evm/account-key.ts";
import { issueAddress } from "../../../upstream/rails/evm/addresses.ts";
import { evmNode } from "../../../upstream/rails/evm/node.ts";
import { httpRpc } from "../../../upstream/rails/evm/rpc.ts";
import { evmScanner } from "../../../upstream/rails/evm/scan/scanner.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { creditDifferences } from "../../support/evm/credit-sums.ts";
import { type EvmExchange, type EvmOptions, evmExchange } from "../../support/evm/evm-exchange.ts";
import { type FaultyNode, faultyNode } from "../../support/evm/faulty-node.ts";
import { unreliableNode } from "../../support/evm/unreliable-node.ts";
import { acceptedDraft, executeDraft, track } from "../../support/orders/order-steps.ts";
import { ownerDatabase } from "../../support/service/database.ts";

const usdtOrder = { from: "usdt-erc20", to: "paypal-usd", amount: "500" } as const;
let chain: TestChain;
let usdt: string;
let node: FaultyNode;
let ethereum: EvmExchange;
let logged: string[];

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
  Object.assign(node, { fault: null, lie: null });
  logged = [];
  await open({});
});

async function open(options: EvmOptions, settings: Record<string, string> = {}): Promise<void> {
  const onLog = (line: string) => void logged.push(line);
  ethereum = await evmExchange(
    chain,
    { tokens: { "usdt-erc20": usdt }, urls: [node.url], ...options },
    { onLog, settings },
  );
}

const mineAndRead = async (blocks = 1) => {
  await chain.mine(blocks);
  await ethereum.read();
};
const credits = () => ethereum.service.ctx.db.orm.select().from(evmCredit);
const status = () => ethereum.shows("evm status");

/** A paid order that was seen once. */
async function seenOrder() {
  const order = await ethereum.order();
  const tx = await chain.payToken(usdt, order.address, order.due);
  await mineAndRead();
  expect((await ethereum.stateOf(order)).payments).toEqual(["500 seen 1/3"]);
  return { ...order, tx };
}

describe("a node that does not answer", () => {
  test.each([
    ["ends the connection", "hang_up", "did not answer"],
    ["limits us", { status: 429, body: "too many: the-secret-key" }, "answered 429"],
    ["answers with a page", { status: 200, body: "<html>the-secret-key</html>" }, "answered what is no JSON-RPC"],
  ] as const)("and %s opens no order and issues nothing; what was read goes on afterwards", async (_, fault, words) => {
    const order = await seenOrder();
    node.fault = fault;
    const draft = await acceptedDraft(ethereum.service, usdtOrder);
    expect((await executeDraft(ethereum.service, draft)).problem().code).toBe("gateway_unavailable");
    expect((await track(ethereum.service, draft)).status).toBe("draft");
    await mineAndRead(2);
    expect(await ethereum.service.ctx.db.orm.select().from(evmAddress)).toHaveLength(1);
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    expect(logged.join()).toContain(`The Ethereum node ${words}`);
    expect(logged.join()).not.toContain("the-secret-key");

    node.fault = null;
    await ethereum.read();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
    expect((await executeDraft(ethereum.service, draft)).reply().data.status).toBe("awaiting_payment");
  });

  test("for a part of a block writes nothing of that block", async () => {
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    await chain.mine();
    const { height } = await ethereum.source().catch(() => ({ height: -1 }));
    node.lie = ({ method }) =>
      method === "eth_getTransactionReceipt" ? { result: undefined, error: { code: -32000, message: "busy" } } : {};
    await ethereum.read();
    expect([await credits(), (await ethereum.source()).height]).toEqual([[], height]);
    node.lie = null;
    await ethereum.read();
    expect(await credits()).toHaveLength(1);
  });
});

test("an order does not hear that its payment is gone while the blocks that may have it again are missing", async () => {
  const order = await seenOrder();
  const { version } = await track(ethereum.service, order);
  await chain.reorganise(1, [{ hash: order.tx, block: 0 }]);
  node.lie = ({ method }) =>
    method === "eth_getTransactionReceipt" ? { result: undefined, error: { code: -32000, message: "busy" } } : {};
  await ethereum.read();
  expect((await credits()).map(({ state }) => state)).toEqual(["gone"]);
  await ethereum.secondReader().read();
  expect(await track(ethereum.service, order)).toMatchObject({ status: "confirming", version });
  node.lie = null;
  await ethereum.read();
  expect(await track(ethereum.service, order)).toMatchObject({ status: "confirming", version });
  expect((await credits()).map(({ state }) => state)).toEqual(["seen"]);
});

test("a wrong balance in one answer of a node credits nobody", async () => {
  const order = await ethereum.order();
  await mineAndRead();
  const wrong = 10n ** 14n;
  const lie: FaultyNode["lie"] = ({ method }) =>
    method === "eth_call" ? { result: `0x${wrong.toString(16).padStart(64, "0")}` } : {};
  node.lie = lie;
  await mineAndRead();
  node.lie = null;
  expect(await credits()).toMatchObject([{ tx: null, amount: wrong, state: "seen" }]);
  await mineAndRead(5);
  expect(await credits()).toMatchObject([{ state: "gone" }]);
  expect((await ethereum.stateOf(order)).status).toBe("awaiting_payment");
  // The same again, with no answer about balances while its block becomes final.
  node.lie = lie;
  await mineAndRead();
  node.lie = ({ method }) =>
    method === "eth_call" ? { result: undefined, error: { code: -32000, message: "busy" } } : {};
  await mineAndRead(5);
  expect(await credits()).toMatchObject([{ state: "seen" }]);
  node.lie = null;
  await mineAndRead();
  expect(await credits()).toMatchObject([{ state: "gone" }]);
  expect(await creditDifferences(ethereum.service.ctx, chain, [usdt])).toEqual([]);
});

describe("a node of another chain", () => {
  test("stops the rail with the reason; it goes on by itself once the right one is back", async () => {
    const order = await seenOrder();
    node.lie = ({ method }) => (method === "eth_chainId" ? { result: "0x1" } : {});
    // A start: nodes are compared with the database once in each process.
    await chain.mine(2);
    await ethereum.secondReader().read();
    expect(await status()).toMatchObject({ stopped: "The Ethereum node is of chain 1, and EVM_CHAIN_ID is 31337." });
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    node.lie = null;
    const draft = await acceptedDraft(ethereum.service, usdtOrder);
    expect((await executeDraft(ethereum.service, draft)).problem().code).toBe("gateway_unavailable");
    await ethereum.read();
    expect(await status()).toMatchObject({ stopped: null });
    expect((await ethereum.stateOf(order)).status).toBe("completed");
    expect((await executeDraft(ethereum.service, draft)).reply().data.status).toBe("awaiting_payment");
  });

  test("with the same chain id is known by its first block, and takes nothing back", async () => {
    const order = await seenOrder();
    const other = await startChain();
    onTestFinished(() => other.stop());
    await other.mine(100);
    node.lie = async ({ method, params }) => {
      return { result: await other.rpc(method, params).catch(() => null), error: undefined };
    };
    await ethereum.read();
    expect(await status()).toMatchObject({ stopped: expect.stringContaining("of another network") });
    expect((await credits()).map(({ state }) => state)).toEqual(["seen"]);
    node.lie = null;
    await mineAndRead(2);
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });
});

test("another key in EVM_XPUB stops the rail, and no address of it is issued, before the rail is known as stopped too", async () => {
  const order = await seenOrder();
  const { ctx } = ethereum.service;
  const nodes = [evmNode(httpRpc(chain.url))] as const;
  const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(6)).derive("m/44'/60'/0'");
  const key = readAccountKey(other.publicExtendedKey);
  if (typeof key === "string") throw new Error(key);
  const network = { ...evmNetwork(ctx.env.railSettings), key };
  const issued = issueAddress(ctx, network, nodes[0], { orderRef: "another" });
  await expect(issued).rejects.toThrow("EVM_XPUB is another key");
  expect(await evmScanner(ctx, network, nodes).pass()).toMatchObject({ stopped: expect.stringContaining("EVM_XPUB") });
  expect(await status()).toMatchObject({ stopped: expect.stringContaining("EVM_XPUB") });
  await mineAndRead(3);
  await ethereum.secondReader().read();
  expect(await status()).toMatchObject({ stopped: null });
  expect((await ethereum.stateOf(order)).status).toBe("completed");
});

describe("a node that is behind", () => {
  test("because it lags takes nothing back", async () => {
    const order = await seenOrder();
    const behind = (await chain.height()) - 3;
    const older = await chain.rpc("eth_getBlockByNumber", [`0x${behind.toString(16)}`, false]);
    node.lie = ({ method, params }) => {
      if (method !== "eth_getBlockByNumber") return {};
      const [height] = params;
      if (height === "latest") return { result: older };
      return Number(height) > behind ? { result: null } : {};
    };
    await mineAndRead();
    expect(await ethereum.stateOf(order)).toEqual({ status: "confirming", payments: ["500 seen 1/3"] });
    node.lie = null;
    await mineAndRead();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("because it was restored from an older state, is waited for; what its new chain lacks is taken back, and comes again", async () => {
    const restored = await unreliableNode();
    onTestFinished(() => restored.stop());
    const other = restored.chain;
    const token = await other.token("ReturnsNothing");
    await restored.save();
    const exchange = await evmExchange(restored, { tokens: { "usdt-erc20": token } });
    await exchange.read();
    const order = await exchange.order();
    const raw = await other.raw(await other.payToken(token, order.address, order.due));
    await other.mine(2);
    await exchange.read();
    const { height } = await exchange.source();
    await restored.killAndRestart(0);
    const seen = { status: "confirming", payments: ["500 seen 2/3"] };
    for (const blocks of [0, 1]) {
      await other.mine(blocks);
      await exchange.read();
      expect([await exchange.stateOf(order), (await exchange.source()).height]).toEqual([seen, height]);
    }
    await other.mine(2);
    await exchange.read();
    expect(await exchange.stateOf(order)).toEqual({ status: "awaiting_payment", payments: ["500 vanished 2/3"] });
    expect((await exchange.source()).height).toBe(await other.height());
    await other.rpc("eth_sendRawTransaction", [raw]);
    await other.mine(3);
    await exchange.read();
    expect(await exchange.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
    expect(await creditDifferences(exchange.service.ctx, other, [token])).toEqual([]);
  });

  test("with its logs only credits the payment all the same", async () => {
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    // By range it answers an empty list, by the block's hash it does not.
    node.lie = ({ method, params: [filter] }) =>
      method === "eth_getLogs" && JSON.stringify(filter).includes("fromBlock") ? { result: [] } : {};
    await mineAndRead();
    expect((await ethereum.stateOf(order)).payments).toEqual(["500 seen 1/3"]);
  });

  test("and answers a block without its parent is not believed", async () => {
    const order = await seenOrder();
    await chain.mine();
    // The next block has another parent than the one that the same node still has.
    const next = `0x${(await chain.height()).toString(16)}`;
    node.lie = ({ method, params: [height, full] }, { result }) =>
      method === "eth_getBlockByNumber" && height === next && full === true && typeof result === "object"
        ? { result: { ...result, parentHash: `0x${"5".repeat(64)}` } }
        : {};
    await ethereum.read();
    expect((await credits()).map(({ state }) => state)).toEqual(["seen"]);
    node.lie = null;
    await mineAndRead();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });
});

test("a chain that differs since longer than hashes are kept stops the rail, and nothing is taken back", async () => {
  // So that reading begins above the first block, which all chains of this node share.
  await chain.mine(70);
  const order = await seenOrder();
  node.lie = ({ method, params: [height] }, { result }) => {
    if (method !== "eth_getBlockByNumber" || height === "0x0" || typeof result !== "object" || result === null)
      return {};
    const turned = (hash: unknown) => `0x${String(hash).slice(2).split("").reverse().join("")}`;
    return {
      result: {
        ...result,
        hash: turned(Reflect.get(result, "hash")),
        parentHash: turned(Reflect.get(result, "parentHash")),
      },
    };
  };
  await mineAndRead();
  expect(await status()).toMatchObject({ stopped: expect.stringContaining("shares no block with what was read") });
  expect((await ethereum.stateOf(order)).payments).toEqual(["500 seen 1/3"]);
});

describe("a second node", () => {
  test("must have the block and the payment before anything is final", async () => {
    await open({ urls: [chain.url, node.url] });
    const order = await seenOrder();
    node.lie = ({ method }) => (method === "eth_getTransactionReceipt" ? { result: null } : {});
    await mineAndRead(2);
    expect(await status()).toMatchObject({ stopped: expect.stringContaining("does not know the payment") });
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    node.lie = ({ method, params: [height], ...call }, { result }) =>
      method === "eth_getBlockByNumber" && height !== "0x0" && typeof result === "object" && call.id >= 0
        ? { result: { ...result, hash: `0x${"7".repeat(64)}` } }
        : {};
    await mineAndRead();
    expect(await status()).toMatchObject({ stopped: expect.stringContaining("disagree about block") });
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    node.lie = null;
    await mineAndRead();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("that lags keeps payments from becoming final, and is no reason to stop", async () => {
    await open({ urls: [chain.url, node.url] });
    const order = await seenOrder();
    node.lie = ({ method, params: [height] }) =>
      method === "eth_getBlockByNumber" && height !== "0x0" ? { result: null } : {};
    await mineAndRead(3);
    expect((await ethereum.stateOf(order)).status).toBe("confirming");
    expect(await status()).toMatchObject({ stopped: null });
    node.lie = null;
    await mineAndRead();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });
});

test("a second node that is away holds up what is final, and nothing else", async () => {
  await open({ urls: [chain.url, node.url] });
  node.fault = "hang_up";
  const order = await seenOrder();
  await mineAndRead(3);
  expect((await ethereum.stateOf(order)).status).toBe("confirming");
  node.fault = null;
  await mineAndRead();
  expect((await ethereum.stateOf(order)).status).toBe("completed");
});

test("who asks about one order gets what is on the chain now, or no answer", async () => {
  const order = await ethereum.order();
  const { ctx } = ethereum.service;
  const asking = () =>
    ctx.rails
      .payinOf({ rail: "evm", asset: "usdt-erc20", method: "crypto_address" })
      .reconcile({ ref: order.ref }, eventReporter(ctx));
  await chain.payToken(usdt, order.address, order.due);
  await chain.mine();
  node.fault = { status: 429, body: "" };
  await expect(asking()).rejects.toThrow(RailUnavailable);
  expect((await ethereum.stateOf(order)).payments).toEqual([]);
  node.fault = null;
  expect(await asking()).toBe(true);
  expect((await ethereum.stateOf(order)).payments).toEqual(["500 seen 1/3"]);
});

test("by the network's own word a payment is final once its block is finalized", async () => {
  await open({ confirmations: "finalized" });
  const order = await ethereum.order();
  await chain.payToken(usdt, order.address, order.due);
  await mineAndRead(2);
  expect((await ethereum.stateOf(order)).payments).toEqual(["500 seen 2/64"]);
  await mineAndRead();
  expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 64/64"] });
});

describe("a node that does not know which blocks are finalized", () => {
  const unknown: FaultyNode["lie"] = ({ method, params: [block] }) =>
    method === "eth_getBlockByNumber" && block === "finalized" ? { result: null } : {};
  const refusing: FaultyNode["lie"] = (call, answer, ask) =>
    call.params[0] === "finalized"
      ? { result: undefined, error: { code: -32602, message: "invalid" } }
      : unknown(call, answer, ask);

  test.each([
    ["where the network's own word decides", { confirmations: "finalized" }, {}, unknown],
    [
      "where it pays out, whatever decides about payments",
      { confirmations: "3" },
      { SIGNER_SOCKET: "/nowhere" },
      refusing,
    ],
  ])("stops the rail with the reason %s, until it knows", async (_, options, settings, lie) => {
    await open(options, settings);
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    node.lie = lie;
    await mineAndRead(3);
    expect(await status()).toMatchObject({ stopped: expect.stringContaining("which blocks are finalized") });
    expect(await ethereum.shows("today")).toMatchObject({ stopped_ethereum: [{ what: "reading" }] });
    const draft = await acceptedDraft(ethereum.service, usdtOrder);
    expect((await executeDraft(ethereum.service, draft)).problem().code).toBe("gateway_unavailable");
    node.lie = null;
    await mineAndRead();
    expect(await status()).toMatchObject({ stopped: null });
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("serves payments by a number of confirmations where nothing is paid out", async () => {
    node.lie = unknown;
    await open({});
    const order = await ethereum.order();
    await chain.payToken(usdt, order.address, order.due);
    await mineAndRead(3);
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });
});

test("an address that was used before is passed over: a restored database gives none out again", async () => {
  const first = await ethereum.order();
  const owner = await ownerDatabase();
  // The next number is the first one again, as after a restore, and its address has been paid.
  await chain.payToken(usdt, first.address, 1n);
  await chain.mine();
  const [issued] = await ethereum.service.ctx.db.orm.select().from(evmAddress);
  await owner.orm.delete(evmAddress);
  await owner.query(`select setval('evm_address_index', ${issued?.index ?? 0}, false)`);
  const second = await ethereum.order();
  expect(second.address).not.toBe(first.address);
  expect(await creditDifferences(ethereum.service.ctx, chain, [usdt])).toEqual([]);
});

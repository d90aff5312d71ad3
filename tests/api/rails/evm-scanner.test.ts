import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { evmAddress, evmBlock, evmCredit } from "../../../upstream/db/schema/evm.ts";
import { payment } from "../../../upstream/db/schema/index.ts";
import { verify } from "../../../upstream/ledger/verify.ts";
import { evmNode } from "../../../upstream/rails/evm/node.ts";
import { evmScanner } from "../../../upstream/rails/evm/scan/scanner.ts";
import { evmNetwork } from "../../../upstream/rails/evm/settings.ts";
import { readSource } from "../../../upstream/rails/evm/source.ts";
import { startChain, type TestChain } from "../../support/evm/chain.ts";
import { creditDifferences } from "../../support/evm/credit-sums.ts";
import { emptyChain } from "../../support/evm/empty-chain.ts";
import { type EvmExchange, evmExchange } from "../../support/evm/evm-exchange.ts";
import { faultyNode } from "../../support/evm/faulty-node.ts";
import { liveBytes } from "../../support/live-heap.ts";

/** More than this may not stay in memory, whatever is read: 50,000 blocks that are kept would be six times as much. */
const mostKeptBytes = 10_000_000;
/** Blocks of a made-up chain that are read at once; more than one pass reads. */
const blocksAway = Number(process.env.EVM_BLOCKS ?? 6000);
let chain: TestChain;
let usdt: string;
let payer: string;

beforeAll(begin);
afterAll(() => chain.stop());

async function begin(): Promise<void> {
  chain = await startChain();
  usdt = await chain.token("ReturnsNothing");
  payer = await chain.payer();
}

const open = (urls?: readonly string[]) =>
  evmExchange(chain, { tokens: { "usdt-erc20": usdt }, ...(urls && { urls }) });

/** The exchange behind a node whose requests are counted. */
async function counted() {
  const node = await faultyNode(chain.url);
  onTestFinished(() => node.stop());
  const ethereum = await open([node.url]);
  await ethereum.read();
  node.count();
  return { node, ethereum };
}

test("two processes that read at once write and tell each credit once", async () => {
  const ethereum = await open();
  const other = ethereum.secondReader();
  const orders = [await ethereum.order(), await ethereum.order()];
  for (const { address, due } of orders) {
    await chain.payToken(usdt, address, due);
    await chain.mine(2);
  }
  await Promise.all([ethereum.read(), other.read()]);
  await chain.mine(2);
  await Promise.all([ethereum.read(), other.read()]);
  await ethereum.read();
  for (const order of orders)
    expect(await ethereum.stateOf(order)).toEqual({ status: "completed", payments: ["500 final 3/3"] });
  expect(await ethereum.service.ctx.db.orm.select().from(evmCredit)).toHaveLength(2);
  expect(await ethereum.service.ctx.db.orm.select().from(payment)).toHaveLength(2);
  expect(await verify(ethereum.service.ctx.db)).toEqual([]);
});

describe("what reading costs", () => {
  test("is at most five requests a block, however many addresses are watched", async () => {
    const { node, ethereum } = await counted();
    const order = await ethereum.order();
    await ethereum.service.ctx.db.query(`insert into evm_address (place, shown, index, wallet_key, issued_at)
      select '0x' || lpad(to_hex(n), 40, '0'), '0x' || lpad(to_hex(n), 40, '0'), 1000000 + n, 'wa_' || n, now()
      from generate_series(1, 100000) n`);
    await ethereum.read();
    const before = liveBytes();
    for (const pays of [false, true, false]) {
      if (pays) await chain.payToken(usdt, order.address, order.due);
      await chain.mine();
      node.count();
      await ethereum.read();
      // Two looks that find nothing new, before the next block.
      await ethereum.read();
      await ethereum.read();
      const { requests } = node.count();
      // The block of a payment needs its receipt.
      expect(requests).toBeLessThanOrEqual(pays ? 6 : 5);
    }
    expect(liveBytes() - before).toBeLessThan(mostKeptBytes);
    await chain.mine();
    await ethereum.read();
    expect((await ethereum.stateOf(order)).status).toBe("completed");
  });

  test("is a request for each hundred blocks after days away, and nothing is left out", async () => {
    const { node, ethereum } = await counted();
    const order = await ethereum.order();
    await chain.mine(400);
    await chain.payToken(usdt, order.address, order.due / 2n);
    await chain.mine(400);
    await chain.payCoins(payer, [{ to: order.address, amount: 5n }]);
    await chain.payToken(usdt, order.address, order.due / 2n);
    await chain.mine(3);
    node.count();
    await ethereum.read();
    expect(node.count().requests).toBeLessThanOrEqual(800 / 50);
    expect((await ethereum.stateOf(order)).payments).toEqual(
      expect.arrayContaining(["250 final 3/3", "250 final 3/3"]),
    );
    expect(await creditDifferences(ethereum.service.ctx, chain, [usdt])).toEqual([]);
    expect((await ethereum.source()).height).toBe(await chain.height());
  });

  test("is the same over a week of empty blocks, of which no more is kept than of a day, also in memory", async () => {
    const { ctx } = (await open()).service;
    const empty = emptyChain(31337);
    const scanner = evmScanner(ctx, evmNetwork(ctx.env.railSettings), [evmNode(empty)]);
    await scanner.pass();
    empty.height = blocksAway;
    empty.requests = 0;
    const pass = async () => ((await scanner.pass()).isCaughtUp ? "caught up" : "behind");
    const live: number[] = [];
    let state = "behind";
    for (; state === "behind"; live.push(liveBytes())) state = await pass();
    expect(live).toHaveLength(Math.ceil(blocksAway / 5000));
    // From the first pass on, in which code and caches are loaded.
    for (const bytes of live) expect(bytes - (live[0] ?? 0)).toBeLessThan(mostKeptBytes);
    if (process.env.EVM_BLOCKS) console.log(`${blocksAway} blocks, live bytes after each pass: ${live.join(" ")}`);
    expect(empty.requests).toBeLessThanOrEqual(blocksAway / 50);
    const source = await readSource(ctx.db.orm);
    expect(source).toMatchObject({ height: blocksAway, tip: blocksAway, finalHeight: blocksAway - 2 });
    // What is kept of the blocks does not grow with their number.
    expect((await ctx.db.orm.select().from(evmBlock)).length).toBeLessThanOrEqual(303);
  });
});

/** A step of a story; `at`: which of the addresses, `depth`: blocks that are replaced. */
type Step =
  | { do: "token" | "coin" | "contract"; at: number; amount: number }
  | { do: "many" }
  | { do: "mine" | "read" }
  | { do: "reorganise"; depth: number; again: boolean };

const at = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 1_000_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("token" as const, "coin" as const, "contract" as const), at, amount }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "many" } as const) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("mine" as const, "read" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("reorganise" as const),
      depth: fc.integer({ min: 1, max: 12 }),
      again: fc.boolean(),
    }),
  },
);

test("after any story of payments and reorganisations the credits are what lies at each address", async () => {
  // The node of the long history above cannot replace blocks any more.
  await chain.stop();
  await begin();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await chain.mine(13);
      const ethereum = await open();
      await ethereum.read();
      const { ctx } = ethereum.service;
      const deposits = ctx.rails.depositFor("usdt-erc20");
      for (const key of ["wa_1", "wa_2", "wa_3"]) await deposits?.issue({ key, asset: "usdt-erc20" });
      const places = (await ctx.db.orm.select().from(evmAddress)).map(({ shown: address }) => address);
      await play(ethereum, places, steps);
      await chain.mine(3);
      await ethereum.read();
      await ethereum.read();
      expect(await creditDifferences(ctx, chain, [usdt])).toEqual([]);
      const credits = await ctx.db.orm.select().from(evmCredit);
      expect(credits.filter(({ state, told }) => state !== told)).toEqual([]);
      expect(await verify(ctx.db)).toEqual([]);
    }),
    { numRuns: Number(process.env.EVM_STORIES ?? 6) },
  );
});

async function play(ethereum: EvmExchange, places: readonly string[], steps: readonly Step[]): Promise<void> {
  let sent: string[] = [];
  for (const nextStep of steps) {
    const [place = ""] = "at" in nextStep ? places.slice(nextStep.at) : [];
    if (nextStep.do === "token") sent.push(await chain.payToken(usdt, place, BigInt(nextStep.amount)));
    else if (nextStep.do === "coin") sent.push(await chain.pay(place, BigInt(nextStep.amount)));
    else if (nextStep.do === "contract")
      sent.push(await chain.payCoins(payer, [{ to: place, amount: BigInt(nextStep.amount) }]));
    else if (nextStep.do === "many")
      sent.push(
        await chain.payTokens(
          payer,
          usdt,
          places.map((to) => ({ to, amount: 7n })),
        ),
      );
    else if (nextStep.do === "mine") await chain.mine();
    else if (nextStep.do === "read") await ethereum.read();
    else if (nextStep.do === "reorganise") {
      // What was mined is dropped, or included once more in one of the new blocks.
      await chain.mine();
      const raws = nextStep.again ? await Promise.all(sent.map((hash) => chain.raw(hash))) : [];
      await chain.reorganise(nextStep.depth);
      for (const raw of raws) await chain.rpc("eth_sendRawTransaction", [raw]).catch(() => "its number is used");
      sent = [];
    }
  }
}

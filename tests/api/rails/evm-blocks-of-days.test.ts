import { expect, test } from "vitest";
import { appendBlocks } from "../../support/evm/append-blocks.ts";
import { startChain } from "../../support/evm/chain.ts";
import { evmExchange } from "../../support/evm/evm-exchange.ts";
import { faultyNode } from "../../support/evm/faulty-node.ts";
import { liveBytes } from "../../support/live-heap.ts";

/** Blocks that the scanner has to catch up on; more in `npm run proof`. */
const blocksAway = Number(process.env.EVM_REAL_BLOCKS ?? 1000);
const mostMs = 300_000;
/** More than this may not stay in memory, however many blocks are read. */
const mostKeptBytes = 10_000_000;

test(
  "the scanner catches up on empty blocks of a real node within five minutes, at least 50 blocks a request, with flat memory",
  async () => {
    const chain = await startChain();
    const node = await faultyNode(chain.url);
    let restarted = chain.stop;
    try {
      const ethereum = await evmExchange(chain, { tokens: {}, urls: [node.url] });
      const order = await ethereum.order({ from: "eth", to: "paypal-usd", amount: "0.5" });
      await ethereum.read();
      restarted = (await appendBlocks(chain, blocksAway)).stop;
      // A payment after them, in blocks that the node itself mines.
      await chain.pay(order.address, order.due);
      await chain.mine(3);
      const tip = await chain.height();
      node.count();
      const live: number[] = [];
      const began = performance.now();
      while ((await ethereum.source()).height !== tip) {
        await ethereum.read();
        live.push(liveBytes());
      }
      const readMs = performance.now() - began;
      const { requests, calls } = node.count();
      if (process.env.EVM_REAL_BLOCKS)
        console.log(
          `${blocksAway} blocks of anvil: read in ${Math.round(readMs)} ms with ${requests} requests of ${calls} calls, live bytes after each pass: ${live.join(" ")}`,
        );
      expect(requests).toBeLessThanOrEqual(blocksAway / 50);
      expect(readMs).toBeLessThan(mostMs);
      for (const bytes of live) expect(bytes - (live[0] ?? 0)).toBeLessThan(mostKeptBytes);
      expect((await ethereum.stateOf(order)).status).toBe("completed");
    } finally {
      await node.stop();
      await restarted();
    }
  },
  4 * mostMs,
);

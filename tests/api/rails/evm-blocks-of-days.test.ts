import { expect, test } from "vitest";
import { appendBlocks } from "../../support/evm/append-blocks.ts";
import { startChain } from "../../support/evm/chain.ts";
import { evmExchange } from "../../support/evm/evm-exchange.ts";
import { faultyNode } from "../../support/evm/faulty-node.ts";
import { liveBytes } from "../../support/live-heap.ts";

/** Blocks that a real node has, and that nobody has read: more in `npm run proof`. */
const blocksAway = Number(process.env.EVM_REAL_BLOCKS ?? 1000);
const mostMs = 300_000;
/** More than this may not stay in memory, however many blocks are read. */
const mostKeptBytes = 10_000_000;

test(
  "empty blocks of days are caught up from a real node within five minutes, 50 of them a request at least, and none stays in memory",
  async () => {
    const chain = await startChain();
    const node = await faultyNode(chain.url);
    let restarted = chain.stop;
    try {
      const ethereum = await evmExchange(chain, { tokens: {}, urls: [node.url] });
      const order = await ethereum.order({ from: "eth", to: "paypal-usd", amount: "0.5" });
      await ethereum.read();
      restarted = (await appendBlocks(chain, blocksAway)).stop;
      // The node goes on from them, and what it mines then is read with them.
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

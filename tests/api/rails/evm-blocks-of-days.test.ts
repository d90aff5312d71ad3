import { expect, test } from "vitest";
import { startChain } from "../../support/evm/chain.ts";
import { evmExchange } from "../../support/evm/evm-exchange.ts";
import { faultyNode } from "../../support/evm/faulty-node.ts";

/** Blocks that a real node has mined while nobody has read them: more in `npm run proof`. */
const blocksAway = Number(process.env.EVM_REAL_BLOCKS ?? 300);
/** As many as the node mines before a request ends. It takes longer for each block the more there are. */
const minedAtOnce = 500;
const mostMs = 300_000;

test(
  "empty blocks of days are caught up from a real node within five minutes, 50 of them a request at least",
  async () => {
    const chain = await startChain(["--prune-history"]);
    const node = await faultyNode(chain.url);
    try {
      const ethereum = await evmExchange(chain, { tokens: {}, urls: [node.url] });
      await ethereum.read();
      for (let left = blocksAway; left > 0; left -= minedAtOnce) await chain.mine(Math.min(left, minedAtOnce));
      const tip = await chain.height();
      node.count();
      const began = performance.now();
      while ((await ethereum.source()).height !== tip) await ethereum.read();
      const readMs = performance.now() - began;
      const { requests, calls } = node.count();
      if (process.env.EVM_REAL_BLOCKS)
        console.log(
          `${blocksAway} blocks of anvil: read in ${Math.round(readMs)} ms with ${requests} requests of ${calls} calls`,
        );
      expect(requests).toBeLessThanOrEqual(blocksAway / 50);
      expect(readMs).toBeLessThan(mostMs);
    } finally {
      await node.stop();
      await chain.stop();
    }
  },
  4 * mostMs,
);

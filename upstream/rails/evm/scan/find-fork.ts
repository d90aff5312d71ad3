import { RailUnavailable } from "../../../ports/rail.ts";
import type { EvmNode } from "../node.ts";
import type { EvmSource, SourceDesk } from "../source.ts";
import { RailStopped } from "./rail-stopped.ts";
import { readChainBlocks } from "./write-blocks.ts";

/** Blocks compared at once: first few, since most reorganisations are short. */
const parts = [8, 64, 256] as const;

/**
 * The last block that was read and that is still on the node's chain. Throws `RailStopped` where none is: the node's chain is
 * another one since longer than hashes are kept.
 */
export async function findFork(
  desk: Pick<SourceDesk, "db">,
  node: EvmNode,
  source: EvmSource,
): Promise<{ height: number; hash: string }> {
  let below = source.height + 1;
  for (let at = 0; ; at += 1) {
    const blocks = await readChainBlocks(desk, below, parts[Math.min(at, parts.length - 1)] ?? 8);
    const last = blocks.at(-1);
    if (!last) break;
    const headers = await node.headers(blocks.map(({ height }) => height));
    const fork = blocks.find(({ hash }, number) => headers[number]?.hash === hash);
    // The node has just shown another block there: nodes behind one URL that disagree.
    if (fork?.height === source.height) throw new RailUnavailable("The Ethereum node contradicts itself");
    if (fork) return fork;
    below = last.height;
  }
  throw new RailStopped(
    `The Ethereum node's chain shares no block with what was read: it differs since before block ${below}.`,
  );
}

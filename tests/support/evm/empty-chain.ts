import { createHash } from "node:crypto";
import type { Rpc, RpcCall } from "../../../upstream/rails/evm/rpc.ts";

/**
 * A chain of empty blocks that is made up while it is asked for: a real node needs longer to mine tens of thousands than we to
 * read them. `requests`: how often it was asked.
 */
export function emptyChain(chainId: number): Rpc & { height: number; requests: number } {
  const hashOf = (height: number) => `0x${createHash("sha256").update(`block ${height}`).digest("hex")}`;
  const block = (height: number) => ({
    ...{ number: `0x${height.toString(16)}`, hash: hashOf(height), parentHash: hashOf(height - 1) },
    ...{ logsBloom: `0x${"0".repeat(512)}`, transactions: [] },
  });
  const chain = {
    height: 0,
    requests: 0,
    async ask(calls: readonly RpcCall[]) {
      chain.requests += 1;
      return calls.map(({ method, params: [blockTag] }) => {
        if (method === "eth_chainId") return `0x${chainId.toString(16)}`;
        if (method === "eth_getLogs") return [];
        if (method !== "eth_getBlockByNumber") throw new Error(`An empty chain has no ${method}`);
        const height = blockTag === "latest" ? chain.height : Number(blockTag);
        return height > chain.height ? null : block(height);
      });
    },
  };
  return chain;
}

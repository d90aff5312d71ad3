import { freePort } from "../site/site.ts";
import { type Anvil, startAnvil } from "./anvil.ts";
import { type ChainCalls, chainAt } from "./chain.ts";

/** A node that is killed and comes back at the same address, without its pool and without its newest blocks. */
export type UnreliableNode = {
  url: string;
  chain: ChainCalls;
  /** Remembers the chain as it is now: what a restart comes back with. */
  save(): Promise<void>;
  /** SIGKILL, and a new start from what was saved last. */
  killAndRestart(awayMs: number): Promise<void>;
  /** Forgets every transaction that is in no block. */
  losePool(): Promise<void>;
  stop(): Promise<void>;
};

/** The first block names it, and it must be the same after a restart. */
const genesisSeconds = 1_750_000_000;

export async function unreliableNode(): Promise<UnreliableNode> {
  const port = await freePort();
  // A saved chain is larger than the node usually takes in one request, after some thousand transactions.
  const start = () => startAnvil(["--timestamp", String(genesisSeconds), "--no-request-size-limit"], port);
  let anvil: Anvil = await start();
  let saved = await anvil.rpc<string>("anvil_dumpState");
  const chain = await chainAt(anvil.url);
  return {
    url: anvil.url,
    chain,
    async save() {
      saved = await anvil.rpc<string>("anvil_dumpState");
    },
    async killAndRestart(awayMs) {
      await anvil.stop();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      anvil = await start();
      await anvil.rpc("anvil_loadState", [saved]);
    },
    losePool: async () => void (await anvil.rpc("anvil_dropAllTransactions")),
    stop: () => anvil.stop(),
  };
}

import { z } from "zod/v4";
import { RailUnavailable } from "../../../ports/rail.ts";
import { RefusedByNode, type Rpc } from "../rpc.ts";

const wei = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(BigInt);
const header = z.object({ baseFeePerGas: wei });

/** What paying out asks a node, beside what reading the chain asks. Every call throws `RailUnavailable` without a valid answer. */
export type PayoutNode = {
  /** What a unit of gas costs in the newest block, in wei, without the tip. */
  baseFee(): Promise<bigint>;
  /**
   * What an address has in the newest block: of the coin in wei, and of a token in its units; null where none is asked. `sent`:
   * how many transactions it has sent.
   */
  balancesOf(address: string, token: string | null): Promise<{ coin: bigint; token: bigint | null; sent: bigint }>;
  /** What addresses have of the coin in the newest block, in wei. */
  coinBalances(addresses: readonly string[]): Promise<bigint[]>;
  /** Which transactions the node has, in a block or in its pool. */
  hasTransactions(transactions: readonly string[]): Promise<boolean[]>;
  /** False where the node refuses it: it has it already, its nonce is used, or it pays too little. */
  send(bytes: string): Promise<boolean>;
};

export function payoutNode(rpc: Rpc): PayoutNode {
  return {
    async baseFee() {
      const [newest] = await rpc.ask([{ method: "eth_getBlockByNumber", params: ["latest", false] }]);
      return read(header, newest).baseFeePerGas;
    },
    async balancesOf(address, token) {
      // `balanceOf(address)`
      const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, "0")}`;
      const ofToken = token === null ? [] : [{ method: "eth_call", params: [{ to: token, data }, "latest"] }];
      // Sent first: of a block that comes between two answers rather the money is missing than its transaction taken for mined.
      const ofAccount = ["eth_getTransactionCount", "eth_getBalance"].map((method) => {
        return { method, params: [address, "latest"] };
      });
      const [sent, coin, units] = await rpc.ask([...ofAccount, ...ofToken]);
      return { coin: read(wei, coin), sent: read(wei, sent), token: token === null ? null : read(wei, units) };
    },
    async coinBalances(addresses) {
      if (addresses.length === 0) return [];
      const calls = addresses.map((address) => ({ method: "eth_getBalance", params: [address, "latest"] }));
      return (await rpc.ask(calls)).map((balance) => read(wei, balance));
    },
    async hasTransactions(transactions) {
      if (transactions.length === 0) return [];
      const results = await rpc.ask(transactions.map((tx) => ({ method: "eth_getTransactionByHash", params: [tx] })));
      return results.map((result) => result !== null && result !== undefined);
    },
    async send(bytes) {
      try {
        await rpc.ask([{ method: "eth_sendRawTransaction", params: [bytes] }]);
        return true;
      } catch (error) {
        if (error instanceof RefusedByNode) return false;
        throw error;
      }
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw new RailUnavailable("The Ethereum node answered in an unknown form");
  return parsed.data;
}

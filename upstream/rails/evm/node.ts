import { z } from "zod/v4";
import { RailUnavailable } from "../../ports/rail.ts";
import { balancesAtOnce, balancesCall, readBalances, tokenBalancesCall } from "./balances-call.ts";
import { mayContain } from "./bloom.ts";
import { RefusedByNode, type Rpc, type RpcCall } from "./rpc.ts";

/** `keccak256("Transfer(address,address,uint256)")`: the first topic of a token's log of a transfer. */
export const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const whole = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(Number);
const wei = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(BigInt);
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());
const addressText = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => text.toLowerCase());

const header = z.object({ number: whole, hash, parentHash: hash, baseFeePerGas: wei.optional() });
const block = header.extend({
  logsBloom: z.string().regex(/^0x[0-9a-f]{512}$/i),
  transactions: z.array(z.object({ hash, from: addressText, to: addressText.nullish(), value: wei, nonce: whole })),
});
const log = z.object({
  address: addressText,
  topics: z.array(hash),
  data: z.string().regex(/^0x[0-9a-f]*$/i),
  blockHash: hash,
  transactionHash: hash,
  logIndex: whole,
});
const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber: whole,
  status: z.enum(["0x0", "0x1"]),
  gasUsed: wei,
  effectiveGasPrice: wei,
  logs: z.array(log),
});

/** Heights are numbers of blocks; hashes and addresses are in small letters; amounts are wei. */
export type Header = z.output<typeof header>;
type Block = z.output<typeof block>;
export type BlockTransaction = Block["transactions"][number];
export type Log = z.output<typeof log>;
export type Receipt = z.output<typeof receipt>;
type Identity = { chainId: number; genesisHash: string };

/** Consecutive blocks with the Transfer logs of some tokens in them. */
export type Range = { blocks: readonly Block[]; logs: readonly Log[] };

/** What the rail asks a node. Every call throws `RailUnavailable` where there is no valid answer. */
export type EvmNode = {
  identity(): Promise<Identity>;
  /** The newest block. */
  head(): Promise<Header>;
  /** The newest block that the network has finalized. Throws `RefusedByNode` where the node knows of none. */
  finalized(): Promise<number>;
  /** Null for a height that the node does not have. */
  headers(heights: readonly number[]): Promise<(Header | null)[]>;
  /**
   * The blocks from `from` to `to`, fewer where the node has fewer, each the parent of the next, and every Transfer log of the
   * tokens in them. Throws where blocks and logs are not of one chain.
   */
  range(from: number, to: number, tokens: readonly string[]): Promise<Range>;
  /** Null for a transaction in no block of the node. */
  receipts(transactions: readonly string[]): Promise<(Receipt | null)[]>;
  /** Balances of the coin after the block of this hash. */
  balances(addresses: readonly string[], blockHash: string): Promise<bigint[]>;
  /** The same of a token. */
  tokenBalances(token: string, addresses: readonly string[], blockHash: string): Promise<bigint[]>;
  /** Whether an address has never had money, nor sent any, up to the newest block; and the chain that says so. */
  isUnused(
    address: string,
    tokens: readonly string[],
    withinMs: number,
  ): Promise<{ chainId: number; isUnused: boolean }>;
  /** The decimals that a token's contract names. */
  decimals(token: string): Promise<number>;
};

export function evmNode(rpc: Rpc): EvmNode {
  return {
    async identity() {
      const [chainId, genesis] = await rpc.ask([call("eth_chainId"), blockCall("0x0", false)]);
      return { chainId: read(whole, chainId), genesisHash: read(header, genesis).hash };
    },
    async head() {
      const [head] = await rpc.ask([blockCall("latest", false)]);
      return read(header, head);
    },
    async finalized() {
      const [head] = await rpc.ask([blockCall("finalized", false)]);
      const block = read(header.nullable(), head);
      if (!block) throw new RefusedByNode("The Ethereum node knows no finalized block");
      return block.number;
    },
    async headers(heights) {
      const results = await rpc.ask(heights.map((height) => blockCall(quantity(height), false)));
      return results.map((result) => read(header.nullable(), result));
    },
    range: (from, to, tokens) => readRange(rpc, from, to, tokens),
    async receipts(transactions) {
      if (transactions.length === 0) return [];
      const results = await rpc.ask(transactions.map((tx) => call("eth_getTransactionReceipt", tx)));
      return results.map((result) => read(receipt.nullable(), result));
    },
    balances: (addresses, blockHash) => readAll(rpc, addresses, (part) => balancesCall(part, blockHash)),
    async tokenBalances(token, addresses, blockHash) {
      try {
        return await readAll(rpc, addresses, (part) => tokenBalancesCall(token, part, blockHash));
      } catch (error) {
        if (!(error instanceof RefusedByNode)) throw error;
        throw new RailUnavailable(`${error.message}: does EVM_TOKENS name the right contract, ${token}?`);
      }
    },
    async isUnused(address, tokens, withinMs) {
      const ofCoin = [call("eth_getBalance", address, "latest"), call("eth_getTransactionCount", address, "latest")];
      const [chainId, ...amounts] = await rpc.ask([call("eth_chainId"), ...ofCoin], withinMs);
      const balances = await Promise.all(tokens.map((token) => readTokenBalance(rpc, token, address, withinMs)));
      const isUnused = [...amounts.map((amount) => read(wei, amount)), ...balances].every((amount) => amount === 0n);
      return { chainId: read(whole, chainId), isUnused };
    },
    async decimals(token) {
      // `decimals()`
      const [result] = await rpc.ask([call("eth_call", { to: token, data: "0x313ce567" }, "latest")]);
      const decimals = read(wei, result);
      if (decimals > 255n) throw new RailUnavailable("The Ethereum node answered in an unknown form");
      return Number(decimals);
    },
  };
}

/** Of nodes whose call has failed in the contract; other refusals are about the request, such as a limit. */
const callFailed: ReadonlySet<number | null> = new Set([3, -32000, -32015]);

/**
 * Zero where there is no contract, or one that refuses to say: a mistyped address in EVM_TOKENS must not keep the other assets from being
 * sold.
 */
async function readTokenBalance(rpc: Rpc, token: string, address: string, withinMs: number): Promise<bigint> {
  // `balanceOf(address)`
  const data = `0x70a08231${address.slice(2).padStart(64, "0")}`;
  try {
    const [balance] = await rpc.ask([call("eth_call", { to: token, data }, "latest")], withinMs);
    return balance === "0x" ? 0n : read(wei, balance);
  } catch (error) {
    if (error instanceof RefusedByNode && callFailed.has(error.code)) return 0n;
    throw error;
  }
}

async function readAll(
  rpc: Rpc,
  addresses: readonly string[],
  callOf: (part: readonly string[]) => RpcCall,
): Promise<bigint[]> {
  const parts = chunks(addresses, balancesAtOnce);
  const results = await rpc.ask(parts.map(callOf));
  return parts.flatMap((part, at) => {
    const balances = readBalances(results[at], part.length);
    if (!balances) throw new RailUnavailable("The Ethereum node answered with no list of balances");
    return balances;
  });
}

async function readRange(rpc: Rpc, from: number, to: number, tokens: readonly string[]): Promise<Range> {
  const heights = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const filter = { fromBlock: quantity(from), toBlock: quantity(to), address: tokens, topics: [transferTopic] };
  const results = await rpc.ask([
    ...heights.map((height) => blockCall(quantity(height), true)),
    ...(tokens.length === 0 ? [] : [call("eth_getLogs", filter)]),
  ]);
  const blocks = linked(
    results.slice(0, heights.length).map((result) => read(block.nullable(), result)),
    from,
  );
  const logs = tokens.length === 0 ? [] : read(z.array(log), results.at(-1));
  const hashes = new Set(blocks.map(({ hash }) => hash));
  // A reorganisation between two answers of one request, or nodes behind one URL that disagree.
  if (logs.some(({ blockHash }) => !hashes.has(blockHash)))
    throw new RailUnavailable("The Ethereum node answered blocks and logs of different chains");
  const missing = suspicious(blocks, logs, tokens);
  const again = await Promise.all(chunks(missing, 20).map((part) => logsByHash(rpc, part, tokens)));
  return { blocks, logs: [...logs, ...again.flat()] };
}

/** The blocks up to the first one that is missing or no child of the one before it. */
function linked(answered: readonly (Block | null)[], from: number): Block[] {
  const blocks: Block[] = [];
  for (const next of answered) {
    const before = blocks.at(-1);
    if (!next || next.number !== from + blocks.length || (before && next.parentHash !== before.hash)) break;
    blocks.push(next);
  }
  return blocks;
}

/**
 * Blocks without a log although their filter lets expect one: a node that has the block, but not yet its logs, answers an empty
 * list for a range. By the block's hash it refuses instead.
 */
function suspicious(blocks: readonly Block[], logs: readonly Log[], tokens: readonly string[]): string[] {
  const withLogs = new Set(logs.map(({ blockHash }) => blockHash));
  return blocks
    .filter(({ hash: id }) => !withLogs.has(id))
    .filter(({ logsBloom }) => tokens.some((token) => mayContain(logsBloom, [token, transferTopic])))
    .map(({ hash: id }) => id);
}

async function logsByHash(rpc: Rpc, hashes: readonly string[], tokens: readonly string[]): Promise<Log[]> {
  const filters = hashes.map((blockHash) => ({ blockHash, address: tokens, topics: [transferTopic] }));
  const results = await rpc.ask(filters.map((filter) => call("eth_getLogs", filter)));
  return results.flatMap((result) => read(z.array(log), result));
}

const call = (method: string, ...params: unknown[]): RpcCall => ({ method, params });
const blockCall = (height: string, full: boolean) => call("eth_getBlockByNumber", height, full);
const quantity = (height: number) => `0x${height.toString(16)}`;

function read<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema> {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw new RailUnavailable("The Ethereum node answered in an unknown form");
  return parsed.data;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

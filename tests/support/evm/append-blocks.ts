import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Hex, keccak256, numberToHex, toRlp } from "viem";
import { type Anvil, startAnvil } from "./anvil.ts";

/** The fields of a block header in the order of its RLP encoding, of which the hash is taken. */
const fields = [
  ...["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom"],
  ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp", "extraData", "mixHash", "nonce", "baseFeePerGas"],
  ...["withdrawalsRoot", "blobGasUsed", "excessBlobGas", "parentBeaconBlockRoot", "requestsHash"],
];
const quantities = new Set([
  ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp", "baseFeePerGas", "blobGasUsed", "excessBlobGas"],
]);

type Header = Readonly<Record<string, Hex>>;
type State = { block: Record<string, unknown>; best_block_number: number; blocks: { header: Header }[] };

/**
 * Restarts the node on the same port with `count` empty blocks appended to its chain; new blocks are mined on top of them. Mining
 * 50,000 blocks takes anvil more than an hour, since each block takes longer than the one before.
 */
export async function appendBlocks(node: Anvil, count: number): Promise<Anvil> {
  const dumped = await node.rpc<string>("anvil_dumpState");
  const state = JSON.parse(gunzipSync(Buffer.from(dumped.slice(2), "hex")).toString()) as State;
  const ofNewest = state.blocks.find(({ header }) => Number(header.number) === state.best_block_number);
  if (!ofNewest) throw new Error("The node's state has no newest block");
  let { header } = ofNewest;
  for (let left = count; left > 0; left -= 1) {
    header = childOf(header);
    state.blocks.push({ ...ofNewest, header });
  }
  state.best_block_number = Number(header.number);
  Object.assign(state.block, { number: header.number, timestamp: header.timestamp });
  const folder = await mkdtemp(join(tmpdir(), "kursa-anvil-"));
  const path = join(folder, "state.json");
  await writeFile(path, JSON.stringify(state));
  await node.stop();
  const restarted = await startAnvil(["--prune-history", "--load-state", path], Number(new URL(node.url).port));
  await rm(folder, { recursive: true });
  return restarted;
}

function childOf(parent: Header): Header {
  return {
    ...parent,
    parentHash: hashOf(parent),
    number: numberToHex(Number(parent.number) + 1),
    timestamp: numberToHex(Number(parent.timestamp) + 1),
  };
}

function hashOf(header: Header): Hex {
  const bytes = fields.map((field) => {
    const value = header[field];
    if (value === undefined) throw new Error(`The node's blocks have no ${field}`);
    return quantities.has(field) ? quantity(value) : value;
  });
  return keccak256(toRlp(bytes));
}

/** RLP integers have no leading zeros; zero is the empty string. */
function quantity(value: Hex): Hex {
  const digits = value.slice(2).replace(/^0+/, "");
  return digits.length % 2 === 0 ? `0x${digits}` : `0x0${digits}`;
}

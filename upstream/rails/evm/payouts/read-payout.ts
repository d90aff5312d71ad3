import { and, asc, eq, lt } from "drizzle-orm";
import { calledContract } from "../../../../signer/protocol/called-contract.ts";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import type { Reading, SendingProgress } from "../../../ports/payout-rail.ts";
import { type Receipt, transferTopic } from "../node.ts";
import type { PayoutParts } from "./payout-parts.ts";
import { confirmedBySecond } from "./second-node.ts";

export type TransactionRow = typeof evmTransaction.$inferSelect;

/** A receipt of which the node says that its block is in the chain, and whether that is final. */
export type MinedReceipt = Receipt & { isFinal: boolean };

/**
 * What became of a payout: of its versions one is mined, with enough confirmations or not, or none. What is mined and not
 * final is pending, since a reorganisation may take it back; what is settled by a number of confirmations stays reversible
 * until the network has finalized it, and what has failed is pending until then. `unknown` also where the network has taken
 * back what was settled: the same is sent again. An unknown transaction at its nonce is never taken for the end: a node that
 * lags looks the same.
 */
export async function readPayout(parts: PayoutParts, movementId: string): Promise<Reading> {
  const ofMovement = and(eq(evmTransaction.movementId, movementId), eq(evmTransaction.step, "payout"));
  const versions = await parts.desk.db.orm
    .select()
    .from(evmTransaction)
    .where(ofMovement)
    .orderBy(asc(evmTransaction.seq));
  if (versions.length === 0) return { state: "unknown" };
  const receipts = await minedReceipts(parts, versions);
  for (const version of versions) {
    const receipt = receipts.get(version.tx);
    if (receipt?.isFinal) return endOf(parts, versions, { version, receipt });
  }
  const mined = versions.flatMap(({ tx }) => receipts.get(tx) ?? []);
  if (mined.length === 0 && versions.some(({ isFinal }) => isFinal)) return { state: "unknown" };
  return { state: "pending", progress: await progressOf(parts, versions, mined) };
}

/** Of a version that is mined and final. It has not failed while the network may still include the same transaction as a success. */
async function endOf(
  parts: PayoutParts,
  versions: readonly TransactionRow[],
  { version, receipt }: { version: TransactionRow; receipt: MinedReceipt },
): Promise<Reading> {
  const reading = readingOf(parts, version, receipt);
  const isReversible = receipt.blockNumber > (await irreversibleHeight(parts));
  if (reading.state === "settled") return { ...reading, isReversible };
  return isReversible ? { state: "pending", progress: await progressOf(parts, versions, [receipt]) } : reading;
}

/** The newest block that the network cannot take back. No limit where only finalized blocks count as final in the first place. */
export async function irreversibleHeight({ network, node }: PayoutParts): Promise<number> {
  return network.confirmations === "finalized" ? Number.POSITIVE_INFINITY : node.finalized();
}

/** For operators: how far it is, and what the dearest of its versions may cost. */
export async function progressOf(
  { desk, node, network }: PayoutParts,
  versions: readonly TransactionRow[],
  mined: readonly MinedReceipt[],
): Promise<SendingProgress> {
  const [first] = versions;
  const dearest = versions.at(-1);
  if (!first || !dearest) throw new Error("A payout that was signed has a version");
  const required = network.confirmations === "finalized" ? 0 : network.confirmations;
  const fee = { asset: network.native, amount: dearest.gas * dearest.maxFee };
  const [receipt] = mined;
  if (receipt) {
    const { number: height } = await node.head();
    return { waits: "confirming", confirmations: height - receipt.blockNumber + 1, required, fee };
  }
  const isBefore = and(
    eq(evmTransaction.sender, first.sender),
    lt(evmTransaction.nonce, first.nonce),
    eq(evmTransaction.isFinal, false),
  );
  const [earlier] = await desk.db.orm.select({ tx: evmTransaction.tx }).from(evmTransaction).where(isBefore).limit(1);
  const isTooCheap = dearest.maxFee < (await node.baseFee());
  const waits = isTooCheap ? "too_cheap" : earlier ? "queued" : "in_pool";
  return { waits, confirmations: 0, required, fee };
}

function readingOf({ network }: PayoutParts, version: TransactionRow, receipt: Receipt): Reading {
  const networkFee = { asset: network.native, amount: receipt.gasUsed * receipt.effectiveGasPrice };
  if (receipt.status === "0x0") return { state: "reverted", reason: "reverted", networkFee };
  if (!hasMovedOnChain(version, receipt)) return { state: "reverted", reason: "token_moved_nothing", networkFee };
  return { state: "settled", txId: version.tx, networkFee };
}

/**
 * Whether a transaction that is mined has moved its money, judged by the contract that was signed: EVM_TOKENS may name another one for
 * the asset since, and what was paid in the old one must not be paid again.
 */
export function hasMovedOnChain(version: TransactionRow, receipt: Receipt): boolean {
  const token = calledContract(version.bytes);
  return receipt.status === "0x1" && (token === null || hasTransferred(version, token, receipt));
}

/** Some tokens answer false instead of failing. A token that takes a fee names less than was sent. */
function hasTransferred({ sender, recipient }: TransactionRow, token: string, { logs }: Receipt): boolean {
  const isOf = (topic: string | undefined, address: string) => topic?.slice(-40) === address.slice(2).toLowerCase();
  return logs.some(
    ({ address, topics: [topic, from, to] }) =>
      address === token && topic === transferTopic && isOf(from, sender) && isOf(to, recipient),
  );
}

/**
 * The receipts of those transactions that are mined. Of a provider with several nodes, one may still have a block that another
 * has not: a receipt counts only where the header at its height is its block. None is final that a second node has not confirmed.
 */
export async function minedReceipts(
  { node, second, network }: PayoutParts,
  transactions: readonly Pick<TransactionRow, "tx">[],
): Promise<ReadonlyMap<string, MinedReceipt>> {
  const answered = await node.receipts(transactions.map(({ tx }) => tx));
  const receipts = answered.flatMap((receipt) => receipt ?? []);
  if (receipts.length === 0) return new Map();
  const headers = await node.headers(receipts.map(({ blockNumber }) => blockNumber));
  const { confirmations } = network;
  const finalHeight =
    confirmations === "finalized" ? await node.finalized() : (await node.head()).number - confirmations + 1;
  const inChain = receipts.filter(({ blockHash }, at) => headers[at]?.hash === blockHash);
  const deep = inChain.filter(({ blockNumber }) => blockNumber <= finalHeight);
  const final = await confirmedBySecond(second, deep);
  return new Map(
    inChain.map((receipt) => [receipt.transactionHash, { ...receipt, isFinal: final.has(receipt.transactionHash) }]),
  );
}

import { and, asc, eq } from "drizzle-orm";
import { evmTransaction } from "../../../db/schema/evm-payouts.ts";
import type { Reading } from "../../../ports/payout-rail.ts";
import { type Receipt, transferTopic } from "../node.ts";
import type { PayoutParts } from "./payout-parts.ts";

export type TransactionRow = typeof evmTransaction.$inferSelect;

/** A receipt of which the node says that its block is in the chain, and whether that is final. */
export type MinedReceipt = Receipt & { isFinal: boolean };

/**
 * What became of a payout: of its versions one is mined, with enough confirmations or not, or none. What is mined and not final
 * is pending, since a reorganisation may take it back. An unknown transaction at its nonce is never taken for the end: a
 * node that lags looks the same.
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
    if (receipt?.isFinal) return readingOf(parts, version, receipt);
  }
  return { state: "pending" };
}

function readingOf({ network }: PayoutParts, version: TransactionRow, receipt: Receipt): Reading {
  const networkFee = { asset: network.native, amount: receipt.gasUsed * receipt.effectiveGasPrice };
  if (receipt.status === "0x0") return { state: "reverted", reason: "reverted", networkFee };
  const token = network.tokens.get(version.asset);
  if (token !== undefined && !hasTransferred(version, token, receipt))
    return { state: "reverted", reason: "token_moved_nothing", networkFee };
  return { state: "settled", txId: version.tx, networkFee };
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
 * has not: a receipt counts only where the header at its height is its block.
 */
export async function minedReceipts(
  { node, network }: PayoutParts,
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
  return new Map(
    inChain.map((receipt) => [receipt.transactionHash, { ...receipt, isFinal: receipt.blockNumber <= finalHeight }]),
  );
}

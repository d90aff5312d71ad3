import { and, asc, eq, gt, lte } from "drizzle-orm";
import { evmCredit } from "../../../db/schema/evm.ts";
import { type EvmNode, type Receipt, transferTopic } from "../node.ts";
import type { EvmNetwork } from "../settings.ts";
import type { EvmSource, SourceDesk } from "../source.ts";
import { RailStopped } from "./rail-stopped.ts";
import { blockAt } from "./write-blocks.ts";

type CreditRow = typeof evmCredit.$inferSelect;

/** Credits that are compared at once. */
const comparedAtOnce = 100;

/**
 * The height up to which blocks are final now, among those that were read: by confirmations (the block itself is the first one),
 * or by the network's own word. Never below what was final before. Where a second node is set, it must have the same block
 * there and every payment that becomes final; while it lags, nothing becomes final.
 */
export async function finalHeightOf(
  desk: SourceDesk,
  { confirmations }: EvmNetwork,
  [node, second]: readonly EvmNode[],
  source: EvmSource,
): Promise<number> {
  if (!node) throw new Error("The rail evm has no node");
  const byNetwork = confirmations === "finalized" ? await node.finalized() : source.tip - confirmations + 1;
  const height = Math.min(byNetwork, source.height);
  if (height <= source.finalHeight) return source.finalHeight;
  const hash = height === source.height ? source.hash : await blockAt(desk, height);
  if (!second || hash === undefined) return height;
  return (await isConfirmedBy(desk, second, source, { height, hash })) ? height : source.finalHeight;
}

async function isConfirmedBy(
  { db }: SourceDesk,
  second: EvmNode,
  { finalHeight }: EvmSource,
  block: { height: number; hash: string },
): Promise<boolean> {
  const [header] = await second.headers([block.height]);
  if (!header) return false;
  if (header.hash !== block.hash) throw new RailStopped(`The two Ethereum nodes disagree about block ${block.height}.`);
  const ofHeights = and(gt(evmCredit.height, finalHeight), lte(evmCredit.height, block.height));
  const credits = await db.orm
    .select()
    .from(evmCredit)
    .where(and(eq(evmCredit.state, "seen"), ofHeights))
    .orderBy(asc(evmCredit.height));
  const transactions = [...new Set(credits.flatMap(({ tx }) => tx ?? []))];
  const receipts = new Map<string, Receipt | null>();
  for (let at = 0; at < transactions.length; at += comparedAtOnce) {
    const part = transactions.slice(at, at + comparedAtOnce);
    for (const [number, receipt] of (await second.receipts(part)).entries()) receipts.set(part[number] ?? "", receipt);
  }
  for (const credit of credits)
    if (credit.tx !== null && !isInReceipt(credit, receipts.get(credit.tx) ?? null))
      throw new RailStopped(`The second Ethereum node does not know the payment ${credit.id}.`);
  return true;
}

/** Whether a receipt says the same of a credit. That of a coin names no amount: the block's hash, which is the same, covers it. */
function isInReceipt({ id, token, amount, place, hash }: CreditRow, receipt: Receipt | null): boolean {
  if (receipt?.blockHash !== hash || receipt.status !== "0x1") return false;
  if (token === null) return true;
  const transfers = receipt.logs
    .filter(({ topics }) => topics[0] === transferTopic)
    .sort((a, b) => a.logIndex - b.logIndex);
  const log = transfers[Number(id.split(":")[1]) - 1];
  return log?.address === token && log.topics[2]?.slice(-40) === place.slice(2) && BigInt(log.data) === amount;
}

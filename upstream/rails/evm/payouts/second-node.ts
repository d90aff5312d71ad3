import { RailUnavailable } from "../../../ports/rail.ts";
import type { EvmNode, Receipt } from "../node.ts";

/**
 * Which of these transactions may count as final: all of them where the settings name one node, otherwise those of which the
 * second node has the same receipt in the same block. Nothing is final that it does not have: one that is away, or behind, is waited for.
 */
export async function confirmedBySecond(
  second: Pick<EvmNode, "receipts"> | undefined,
  receipts: readonly Receipt[],
): Promise<ReadonlySet<string>> {
  const transactions = receipts.map(({ transactionHash }) => transactionHash);
  if (!second) return new Set(transactions);
  try {
    const answered = await second.receipts(transactions);
    const isSame = ({ blockHash, status }: Receipt, at: number) =>
      answered[at]?.blockHash === blockHash && answered[at]?.status === status;
    return new Set(receipts.filter(isSame).map(({ transactionHash }) => transactionHash));
  } catch (error) {
    if (!(error instanceof RailUnavailable)) throw error;
    return new Set();
  }
}

/** A number of an output or a log entry after a hash, where one transaction pays several: no explorer's address has it. */
const entryNumber = /[:#-]\d+$/;
/** What a rail calls money that it has found without a transaction, by an address's balance. */
const foundByBalance = /^balance:/;

/**
 * The page of a transaction in a block explorer. `template`: an asset's `explorer_tx`; null where there is none, as for
 * simulated money.
 */
export function explorerLink(template: string | null | undefined, transactionId: string): string | null {
  if (foundByBalance.test(transactionId)) return null;
  const id = transactionId.replace(entryNumber, "");
  return template?.replace("{tx}", encodeURIComponent(id)) ?? null;
}

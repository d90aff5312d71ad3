import { sqlState } from "./retry.ts";

/** SQLSTATE of statements after a failed one: the transaction is already aborted. */
const transactionAborted = "25P02";

/**
 * Sends independent statements of one transaction in this order without waiting in between. Returns when all have
 * ended, so none reaches the connection after the transaction. Throws the first failure.
 */
export async function pipeline<Parts extends readonly unknown[]>(
  ...parts: Parts
): Promise<{ -readonly [At in keyof Parts]: Awaited<Parts[At]> }> {
  const ends = await Promise.allSettled(parts);
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => sqlState(failure) !== transactionAborted) ?? failures[0];
  // Not awaited again: a query of drizzle's would be sent once more.
  const values = ends.map((end) => (end.status === "fulfilled" ? end.value : undefined));
  return values as { -readonly [At in keyof Parts]: Awaited<Parts[At]> };
}

import { sqlState } from "./retry.ts";

/** What a statement is told behind one that has failed. */
const behindAFailure = "25P02";

/**
 * Statements of one transaction that do not need each other's answers, sent in this order without waiting between them.
 * All of them have ended when this has: none can reach the connection after the transaction. Throws what failed first.
 */
export async function pipeline<Parts extends readonly unknown[]>(
  ...parts: Parts
): Promise<{ -readonly [At in keyof Parts]: Awaited<Parts[At]> }> {
  const ends = await Promise.allSettled(parts);
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => sqlState(failure) !== behindAFailure) ?? failures[0];
  return Promise.all(parts);
}

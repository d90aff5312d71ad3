import type { Context } from "../context.ts";
import type { Tx } from "../db/database.ts";
import { outgoing } from "../db/schema/index.ts";
import type { OutgoingRow } from "../ports/payout-owner.ts";

/** `railTxId`, `alarm`, `otherTxId` and `settledAt` only of what its rail has done already. */
export type NewMovement = typeof outgoing.$inferInsert;

/**
 * Asks the payout guard to send money, in the transaction that holds it in the ledger: the only place that inserts a
 * movement. `onRepeat: "skip"`: returns undefined, and inserts nothing, where the database knows one that excludes it.
 */
export async function requestPayout(
  tx: Tx,
  movement: NewMovement,
  onRepeat: "fail" | "skip" = "fail",
): Promise<OutgoingRow | undefined> {
  const insertion = tx.insert(outgoing).values(movement);
  const [row] = await (onRepeat === "skip" ? insertion.onConflictDoNothing() : insertion).returning();
  return row;
}

/** Lets a movement go on at once after the commit. */
export async function queueMovement(
  { jobs }: Pick<Context, "jobs">,
  tx: Tx,
  { id }: Pick<OutgoingRow, "id">,
): Promise<void> {
  await jobs.send(tx, "payout", { movement: id });
}

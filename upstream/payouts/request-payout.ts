import type { Tx } from "../db/database.ts";
import { insertClearedMovement } from "../db/sql/movement-statements.ts";
import type { Context } from "../ports/context.ts";
import type { NewMovement, OutgoingRow } from "../ports/payout-owner.ts";
import { type ClearanceContext, clearanceFor } from "./clearance.ts";

/**
 * Asks the payout guard to send money, in the transaction that holds it in the ledger: the only place that inserts a
 * movement. What the policy answers for it is written first; the database takes no movement without.
 */
export async function requestPayout(ctx: ClearanceContext, tx: Tx, movement: NewMovement): Promise<void> {
  await insertClearedMovement(tx, await clearanceFor(ctx, tx, movement), movement);
}

/** Lets a movement go on at once after the commit. */
export async function queueMovement(
  { jobs }: Pick<Context, "jobs">,
  tx: Tx,
  { id }: Pick<OutgoingRow, "id">,
): Promise<void> {
  await jobs.send(tx, "payout", { movement: id });
}

import type { Tx } from "../database.ts";
import { outgoing } from "../schema/outgoing.ts";
import { payoutClearance } from "../schema/payout-clearance.ts";
import { insertSql, runSql } from "./raw-sql.ts";

const clearances = insertSql(payoutClearance, [
  ...(["id", "rule", "source", "destination", "causedBy", "proof", "memberId", "destinationKey"] as const),
  ...(["worthUsd", "usableAt", "limitDay", "limitUsed", "secondPerson", "notice", "decidedAt"] as const),
]);
const movements = insertSql(outgoing, [
  ...(["id", "orderRef", "withdrawalId", "kind", "attempt", "rail", "asset", "amount", "fee", "account"] as const),
  ...(["memo", "status", "transferId", "feeTransferId", "railTxId", "alarm", "otherTxId"] as const),
  ...(["createdAt", "settledAt"] as const),
]);
type Clearance = Parameters<typeof clearances.values>[0];
type NewMovement = Parameters<typeof movements.values>[0];

/** The movement is selected from its clearance, so that the trigger which asks for one finds it. */
const clearedMovement = `with cleared as (${clearances.text(1)} returning id)
  ${movements.selectedFrom("cleared", clearances.columns + 1)}`;

/** Inserts what the policy has answered for a movement, and the movement. */
export async function insertClearedMovement(tx: Tx, clearance: Clearance, movement: NewMovement): Promise<void> {
  await runSql(tx, clearedMovement, [...clearances.values(clearance), ...movements.values(movement)]);
}

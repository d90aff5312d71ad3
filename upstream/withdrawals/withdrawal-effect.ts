import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { withdrawal } from "../db/schema/index.ts";
import { confirmedDestinations } from "../payouts/destinations.ts";
import { isConfirmed } from "../payouts/rules/destination.ts";
import type { MovementEffect, NewMovement } from "../ports/payout-owner.ts";

/** Money of a member's wallet, to the account that the member's code has confirmed. */
export async function withdrawalEffect(tx: Tx, movement: NewMovement): Promise<MovementEffect> {
  const [row] = await tx
    .select()
    .from(withdrawal)
    .where(eq(withdrawal.id, movement.withdrawalId ?? ""));
  if (!row || row.memberId === null) throw new Error(`The withdrawal of ${movement.id} has no owner`);
  const [confirmed] = await confirmedDestinations(tx, movement);
  const isOther = confirmed === undefined || !isConfirmed(movement, [confirmed]);
  if (isOther) return { source: "wallet", destination: "unconfirmed", causedBy: "house", proof: "none", wallet: null };
  const { confirmedBy: causedBy, proof } = confirmed;
  const isNew = row.usableAt > row.createdAt;
  const usableAt = isNew ? row.usableAt : null;
  const wallet = { memberId: row.memberId, worthUsd: row.worthUsd, usableAt };
  if (causedBy === "earlier_version") return { source: "wallet", destination: "named", causedBy, proof, wallet };
  return { source: "wallet", destination: isNew ? "new" : "trusted", causedBy, proof, wallet };
}

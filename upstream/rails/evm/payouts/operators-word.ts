import { eq, or, sql } from "drizzle-orm";
import { payoutClearance } from "../../../db/schema/payout-clearance.ts";
import type { RailMovement } from "../../../ports/payout-rail.ts";
import type { RailDesk } from "../../registration.ts";

/**
 * Whether an operator's word has caused a movement, or said where it goes: the signer then wants operators' approvals whatever
 * the amount is.
 */
export async function isOperatorsWord(
  { db }: Pick<RailDesk, "db">,
  { id }: Pick<RailMovement, "id">,
): Promise<boolean> {
  const { causedBy, destination } = payoutClearance;
  const [clearance] = await db.orm
    .select({ isWord: sql<boolean>`${or(eq(causedBy, "operator"), eq(destination, "operator"))}` })
    .from(payoutClearance)
    .where(eq(payoutClearance.id, id));
  // What nobody has cleared nobody vouches for.
  return clearance?.isWord ?? true;
}

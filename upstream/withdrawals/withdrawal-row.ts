import { and, eq } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";

export type WithdrawalRow = typeof withdrawal.$inferSelect;

/** Locks a withdrawal until the transaction ends: before its movement, the wallet and the ledger's accounts. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.select().from(withdrawal).where(eq(withdrawal.id, id)).for("update");
  return row;
}

/** Undefined for another member's as for an unknown one. */
export async function ownWithdrawal(
  reader: Pick<Orm, "select">,
  memberId: string,
  id: string,
): Promise<WithdrawalRow | undefined> {
  const isOfMember = and(eq(withdrawal.id, id), eq(withdrawal.memberId, memberId));
  const [row] = await reader.select().from(withdrawal).where(isOfMember);
  return row;
}

import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { partnerBalance } from "../db/schema/affiliates.ts";

type PartnerBalanceKey = { partnerId: string; asset: string };
export type BalanceRow = typeof partnerBalance.$inferSelect;

/**
 * Locks a partner's balance until the transaction ends. Whoever moves a partner's money, or decides by how much there is,
 * does so under this lock, after any order's and before wallets and the ledger's accounts; of several partners in the order
 * of their ids.
 */
export async function lockBalance(tx: Tx, { partnerId, asset }: PartnerBalanceKey): Promise<BalanceRow> {
  await tx.insert(partnerBalance).values({ partnerId, asset }).onConflictDoNothing();
  const [row] = await tx.select().from(partnerBalance).where(placeOf({ partnerId, asset })).for("update");
  if (!row) throw new Error(`The balance of ${partnerId} is not there`);
  return row;
}

/** Adds to what a balance says. Under its lock. */
export async function addToBalance(
  tx: Tx,
  balanceKey: PartnerBalanceKey,
  { waiting = 0n, paidOut = 0n, debt = 0n }: { waiting?: bigint; paidOut?: bigint; debt?: bigint },
): Promise<void> {
  await tx
    .update(partnerBalance)
    .set({
      waiting: sql`${partnerBalance.waiting} + ${waiting}`,
      paidOut: sql`${partnerBalance.paidOut} + ${paidOut}`,
      debt: sql`${partnerBalance.debt} + ${debt}`,
    })
    .where(placeOf(balanceKey));
}

const placeOf = ({ partnerId, asset }: PartnerBalanceKey) =>
  and(eq(partnerBalance.partnerId, partnerId), eq(partnerBalance.asset, asset));

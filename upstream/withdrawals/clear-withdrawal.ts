import { eq } from "drizzle-orm";
import type { Tx } from "../db/database.ts";
import { withdrawal } from "../db/schema/withdrawals.ts";

/** An operator has looked at a withdrawal that a freeze had caught, and lets it go on; a later freeze catches it again. */
export async function clearWithdrawal(tx: Pick<Tx, "update">, id: string, now: Date): Promise<void> {
  await tx.update(withdrawal).set({ clearedAt: now }).where(eq(withdrawal.id, id));
}

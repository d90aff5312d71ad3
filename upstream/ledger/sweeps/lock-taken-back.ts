import { sql } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";

/**
 * Until the transaction ends, nobody else decides from where this rail takes a payment back: each such decision depends on
 * what the one before has left at the deposit addresses. Taken after an order's lock and before those of wallets.
 */
export async function lockTakenBack(tx: Pick<Orm, "execute">, rail: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`taken back ${rail}`}, 0))`);
}

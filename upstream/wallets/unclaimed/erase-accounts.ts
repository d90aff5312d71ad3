import { and, inArray, lte, ne } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { outgoing, payoutDestination, unclaimedPayout } from "../../db/schema/index.ts";
import { eraseDestinations } from "../../payouts/destinations.ts";

/** Erases where unclaimed money was paid to, of payouts that ended before `limit`, at most `count`; the sums stay. */
export async function eraseUnclaimedAccounts(tx: Tx, limit: Date, count: number): Promise<void> {
  const due = await tx
    .select({ id: unclaimedPayout.id })
    .from(unclaimedPayout)
    .where(and(lte(unclaimedPayout.endedAt, limit), ne(unclaimedPayout.account, "")))
    .limit(count)
    .for("update", { skipLocked: true });
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.update(unclaimedPayout).set({ account: "", memo: null }).where(inArray(unclaimedPayout.id, ids));
  await tx.update(outgoing).set({ account: "", memo: null }).where(inArray(outgoing.id, ids));
  await eraseDestinations(tx, inArray(payoutDestination.unclaimedPayoutId, ids));
}

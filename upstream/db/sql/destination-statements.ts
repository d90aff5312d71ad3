import type { Tx } from "../database.ts";
import { payoutDestination } from "../schema/payout-destinations.ts";
import { insertSql, runSql } from "./raw-sql.ts";
import type { SqlPart } from "./writes.ts";

const rows = insertSql(payoutDestination, [
  ...(["orderRef", "withdrawalId", "unclaimedPayoutId", "kind", "asset", "amount"] as const),
  ...(["account", "memo", "confirmedBy", "proof", "actor", "at"] as const),
]);
/** Without the number that the database gives it. */
export type NewDestination = Omit<typeof payoutDestination.$inferInsert, "seq">;

/** Records where money may go, as the newest confirmations of their kinds. */
export const destinationInsert = (destinations: readonly NewDestination[]): SqlPart => ({
  text: rows.text(destinations.length),
  values: destinations.flatMap(rows.values),
});

export async function insertDestinations(tx: Tx, destinations: readonly NewDestination[]): Promise<void> {
  const { text, values } = destinationInsert(destinations);
  await runSql(tx, text, values);
}

import type { Tx } from "../db/database.ts";
import { referral } from "../db/schema/affiliates.ts";
import type { Context } from "../ports/context.ts";
import type { Attribution } from "./rules/attribution.ts";

/** Writes to which partners a new order came, in the transaction that creates it. */
export async function recordReferrals(
  tx: Tx,
  { ids }: Pick<Context, "ids">,
  orderRef: string,
  attributions: readonly Attribution[],
  now: Date,
): Promise<void> {
  if (attributions.length === 0) return;
  const rows = attributions.map((row) => ({ ...row, id: ids.newId("rf"), orderRef, createdAt: now }));
  await tx.insert(referral).values(rows).onConflictDoNothing();
}

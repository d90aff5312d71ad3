import { and, gt, inArray, sql } from "drizzle-orm";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { audit } from "../../db/schema/index.ts";

const dayMs = 86_400_000;

/** What is compared with a band: amounts of an asset by the same commands. `memberId`: whose wallet, where it is one. */
type Moved = { asset: string; decimals: number; actions: readonly string[]; memberId: string | null };

/**
 * Commands that move this asset wait for each other from here to the commit: two at once would each find the other's part of
 * the band free. Taken first in the transaction, before wallets and accounts.
 */
export async function lockMovedToday(tx: Tx, asset: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`moved today ${asset}`}, 0))`);
}

/**
 * What the same commands have moved of an asset in the last 24 hours, minor units: by this operator, or for this member,
 * whichever is more. So a band holds for a day, and not for each command of it. Under the lock of `lockMovedToday`.
 */
export async function movedToday(
  tx: Tx,
  operator: { name: string },
  { asset, decimals, actions, memberId }: Moved,
  now: Date,
): Promise<bigint> {
  const rows = await tx
    .select({ actor: audit.actor, subject: audit.subject, details: audit.details })
    .from(audit)
    .where(and(inArray(audit.action, [...actions]), gt(audit.at, new Date(now.getTime() - dayMs))));
  const sums = { operator: 0n, member: 0n };
  for (const { actor, subject, details } of rows) {
    const amount = typeof details.amount === "string" ? parseDecimal(details.amount, decimals) : 0n;
    if ((details.asset ?? subject) !== asset || typeof amount !== "bigint") continue;
    if (actor === operator.name) sums.operator += amount;
    const member = details.member ?? Object(details.after).member;
    if (memberId !== null && member === memberId) sums.member += amount;
  }
  return sums.operator > sums.member ? sums.operator : sums.member;
}

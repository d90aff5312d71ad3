import { and, gt, inArray, ne, sql } from "drizzle-orm";
import { parseDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { audit } from "../../db/schema/index.ts";
import type { FirstActor } from "../../market/demo/market-entries.ts";

const dayMs = 86_400_000;

/** What is compared with a band: amounts of an asset by the same commands. */
type Moved = { asset: string; decimals: number; actions: readonly string[] };

/**
 * Commands that move this asset wait for each other from here to the commit: two at once would each find the other's part of
 * the band free. Taken first in the transaction, before wallets and accounts.
 */
export async function lockMovedToday(tx: Tx, asset: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`moved today ${asset}`}, 0))`);
}

/**
 * What the same commands have moved of an asset in the last 24 hours, minor units, whoever gave them and whomever they were for: a
 * band holds for a day, and neither another name nor another member begins it again. Under the lock of `lockMovedToday`.
 */
export async function movedToday(
  tx: Pick<Tx, "select">,
  { asset, decimals, actions }: Moved,
  now: Date,
): Promise<bigint> {
  const rows = await tx
    .select({ subject: audit.subject, details: audit.details })
    .from(audit)
    .where(
      and(
        inArray(audit.action, [...actions]),
        gt(audit.at, new Date(now.getTime() - dayMs)),
        ne(audit.actor, "demo market" satisfies FirstActor),
      ),
    );
  const amounts = rows
    .filter(({ subject, details }) => (details.asset ?? subject) === asset)
    .map(({ details }) => (typeof details.amount === "string" ? parseDecimal(details.amount, decimals) : 0n));
  return amounts.reduce<bigint>((sum, amount) => (typeof amount === "bigint" ? sum + amount : sum), 0n);
}

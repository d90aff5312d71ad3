import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { reconciliation, reconciliationCorrection, reconciliationDifference } from "../../db/schema/index.ts";
import { type Difference, differenceKey } from "./rules/difference.ts";

export type Reconciliation = typeof reconciliation.$inferSelect;
type Reader = Pick<Orm, "select">;

/** Every rail that was compared, also those that run no more. */
export async function comparedRails(reader: Pick<Orm, "selectDistinct">): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ rail: reconciliation.rail })
    .from(reconciliation)
    .orderBy(reconciliation.rail);
  return rows.map(({ rail }) => rail);
}

/** The last comparison that was made, whatever it found; undefined before the first. */
export async function lastCompared(reader: Reader, rail: string): Promise<Reconciliation | undefined> {
  return first(reader, and(eq(reconciliation.rail, rail), ne(reconciliation.state, "unavailable")));
}

/** The last comparison without any difference. */
export async function lastMatched(reader: Reader, rail: string): Promise<Reconciliation | undefined> {
  return first(reader, and(eq(reconciliation.rail, rail), eq(reconciliation.state, "matched")));
}

/** The last attempt, also one that got no answer. */
export async function lastTried(reader: Reader, rail: string): Promise<Reconciliation | undefined> {
  return first(reader, eq(reconciliation.rail, rail));
}

/** The first attempt ever. */
export async function firstTried(reader: Reader, rail: string): Promise<Reconciliation | undefined> {
  const [row] = await reader
    .select()
    .from(reconciliation)
    .where(eq(reconciliation.rail, rail))
    .orderBy(asc(reconciliation.seq))
    .limit(1);
  return row;
}

/** The last comparison whose differences were others than those of the one before. */
export async function lastNews(reader: Reader, rail: string): Promise<Reconciliation | undefined> {
  return first(reader, and(eq(reconciliation.rail, rail), eq(reconciliation.isNews, true)));
}

async function first(reader: Reader, condition: ReturnType<typeof and>): Promise<Reconciliation | undefined> {
  const [row] = await reader.select().from(reconciliation).where(condition).orderBy(desc(reconciliation.seq)).limit(1);
  return row;
}

/** The differences that a comparison has named, the first ones. */
export async function differencesOf(
  reader: Reader,
  { id }: Pick<Reconciliation, "id">,
  limit: number,
): Promise<Difference[]> {
  const rows = await reader
    .select()
    .from(reconciliationDifference)
    .where(eq(reconciliationDifference.runId, id))
    .orderBy(asc(reconciliationDifference.number))
    .limit(limit);
  return rows.map(differenceOf);
}

/** What operators have made up for at this rail, by `differenceKey`. */
export async function correctedKeys(reader: Reader, rail: string): Promise<ReadonlySet<string>> {
  const rows = await reader.select().from(reconciliationCorrection).where(eq(reconciliationCorrection.rail, rail));
  return new Set(rows.map((row) => differenceKey(differenceOf(row))));
}

type SideColumns = Pick<
  typeof reconciliationDifference.$inferSelect,
  "railAsset" | "railAmount" | "ledgerAsset" | "ledgerAmount"
>;

/** The two sides of a difference as columns. */
export const sideColumns = ({ rail, ledger }: Pick<Difference, "rail" | "ledger">): SideColumns => ({
  ...{ railAsset: rail?.asset ?? null, railAmount: rail?.amount ?? null },
  ...{ ledgerAsset: ledger?.asset ?? null, ledgerAmount: ledger?.amount ?? null },
});

function differenceOf({ what, subject, ...sides }: SideColumns & Pick<Difference, "what" | "subject">): Difference {
  const { railAsset, railAmount, ledgerAsset, ledgerAmount } = sides;
  return {
    ...{ what, subject },
    rail: railAsset === null || railAmount === null ? null : { asset: railAsset, amount: railAmount },
    ledger: ledgerAsset === null || ledgerAmount === null ? null : { asset: ledgerAsset, amount: ledgerAmount },
  };
}

type Moment = Pick<Reconciliation, "block" | "coversUntil" | "at">;

/** Up to where it compared, and when by the service's clock. */
export function momentOf({ block, coversUntil, at }: Moment): string {
  if (block === null && coversUntil === null) return at.toISOString();
  const upTo = block === null ? coversUntil?.toISOString() : `block ${block}`;
  return `${upTo}, compared at ${at.toISOString()}`;
}

/** The last moment of which it speaks. */
export const spokenUntil = ({ coversUntil, at }: Pick<Moment, "coversUntil" | "at">): Date => coversUntil ?? at;

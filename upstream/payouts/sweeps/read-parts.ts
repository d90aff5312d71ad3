import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { sweepPart } from "../../db/schema/sweeps.ts";
import type { PartEnd, SweepPart } from "../../ports/payout-rail.ts";

/** The addresses of a sweep and what it moves from each. */
export async function readParts(reader: Pick<Orm, "select">, sweepId: string): Promise<SweepPart[]> {
  return reader
    .select({ address: sweepPart.address, amount: sweepPart.amount, payments: sweepPart.payments })
    .from(sweepPart)
    .where(eq(sweepPart.sweepId, sweepId))
    .orderBy(asc(sweepPart.address));
}

/** Addresses of a sweep that had arrived and, as its rail says now, have not: included again, their transfers failed. */
export async function addressesTakenBack(
  reader: Pick<Orm, "select">,
  { id }: { id: string },
  parts: readonly PartEnd[],
): Promise<string[]> {
  const failed = parts.filter(({ hasArrived }) => !hasArrived).map(({ address }) => address);
  if (failed.length === 0) return [];
  const rows = await reader
    .select({ address: sweepPart.address })
    .from(sweepPart)
    .where(and(eq(sweepPart.sweepId, id), eq(sweepPart.state, "arrived")));
  return rows.map(({ address }) => address).filter((address) => failed.includes(address));
}

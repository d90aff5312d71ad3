import { asc, eq } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { sweepPart } from "../../db/schema/sweeps.ts";
import type { SweepPart } from "../../ports/payout-rail.ts";

/** The addresses of a sweep and what it moves from each. */
export async function readParts(reader: Pick<Orm, "select">, sweepId: string): Promise<SweepPart[]> {
  return reader
    .select({ address: sweepPart.address, amount: sweepPart.amount, payments: sweepPart.payments })
    .from(sweepPart)
    .where(eq(sweepPart.sweepId, sweepId))
    .orderBy(asc(sweepPart.address));
}

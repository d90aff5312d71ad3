import { eq, sql } from "drizzle-orm";
import { z } from "zod/v4";
import type { Tx } from "../../../db/database.ts";
import { screeningHit } from "../../../db/schema/screening.ts";
import type { Figure } from "../metrics.ts";

const counts = z.object({ open: z.int(), late: z.int() });

/** Customers who may be listed parties and wait for a decision, and those whose promised time has passed. */
export async function screeningFigures(tx: Tx, now: Date): Promise<Figure[]> {
  const [row] = await tx
    .select({
      open: sql`count(distinct ${screeningHit.customer})::int`,
      late: sql`count(distinct ${screeningHit.customer}) filter (where ${screeningHit.dueAt} < ${now.toISOString()})::int`,
    })
    .from(screeningHit)
    .where(eq(screeningHit.state, "open"));
  const { open, late } = counts.parse(row);
  return [
    {
      name: "screening_hits_open",
      help: "Customers who may be listed parties, and whom nobody has decided about.",
      values: [{ value: open }],
    },
    { name: "screening_hits_late", help: "Those whose promised time has passed.", values: [{ value: late }] },
  ];
}

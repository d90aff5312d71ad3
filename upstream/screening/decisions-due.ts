import { and, eq, inArray, min } from "drizzle-orm";
import type { Orm } from "../db/database.ts";
import { screeningHit } from "../db/schema/screening.ts";
import type { ScreenedKind } from "./rules/hit.ts";

/**
 * By when somebody has promised to look at what is held, by its id: the first of its hits that nobody has decided. What is late has
 * no time that could be told.
 */
export async function decisionsDue(
  reader: Pick<Orm, "select">,
  kind: ScreenedKind,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { subjectId: id, dueAt } = screeningHit;
  const rows = await reader
    .select({ id, due: min(dueAt) })
    .from(screeningHit)
    .where(and(eq(screeningHit.subjectKind, kind), inArray(id, [...ids]), eq(screeningHit.state, "open")))
    .groupBy(id);
  return new Map(rows.flatMap((row) => (row.due === null || row.due <= now ? [] : [[row.id, row.due]])));
}

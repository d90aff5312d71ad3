import { and, eq } from "drizzle-orm";
import type { Orm, Tx } from "../db/database.ts";
import { screeningHit } from "../db/schema/screening.ts";
import type { HitState } from "./rules/hit.ts";

export type HitRow = typeof screeningHit.$inferSelect;
export type HitDecision = { state: Exclude<HitState, "open">; by: string; reason: string; at: Date };

export async function readHit(reader: Pick<Orm, "select">, id: string): Promise<HitRow | undefined> {
  const [row] = await reader.select().from(screeningHit).where(eq(screeningHit.id, id));
  return row;
}

/** Decides an open hit; false, and nothing changed, where somebody has been first. */
export async function decideHit(tx: Tx, id: string, { state, by, reason, at }: HitDecision): Promise<boolean> {
  const decided = await tx
    .update(screeningHit)
    .set({ state, decidedBy: by, decidedAt: at, reason })
    .where(and(eq(screeningHit.id, id), eq(screeningHit.state, "open")))
    .returning({ id: screeningHit.id });
  return decided.length > 0;
}

/** Open hits of the same customer and the same state of an entry, this one among them: one decision is about all of them. */
export function sameHits(
  reader: Pick<Orm, "select">,
  { customer, list, entry, fingerprint }: HitRow,
): Promise<HitRow[]> {
  return reader
    .select()
    .from(screeningHit)
    .where(
      and(
        ...[eq(screeningHit.customer, customer), eq(screeningHit.list, list), eq(screeningHit.entry, entry)],
        ...[eq(screeningHit.fingerprint, fingerprint), eq(screeningHit.state, "open")],
      ),
    )
    .orderBy(screeningHit.openedAt, screeningHit.id);
}

import { desc, gte, isNull, or, sql } from "drizzle-orm";
import type { Incident } from "../../contract/market/service-status.ts";
import type { Orm } from "../db/database.ts";
import { incident } from "../db/schema/status.ts";
import { dayMs } from "./days.ts";

const shownMs = 365 * dayMs;
const mostShown = 50;

/** Open ones first, then those of the last year. */
export async function readIncidents(orm: Pick<Orm, "select">, now: Date): Promise<Incident[]> {
  const rows = await orm
    .select()
    .from(incident)
    .where(or(isNull(incident.endedAt), gte(incident.startedAt, new Date(now.getTime() - shownMs))))
    .orderBy(sql`${incident.endedAt} is null desc`, desc(incident.startedAt), desc(incident.id))
    .limit(mostShown);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    next_word_at: row.nextWordAt?.toISOString() ?? null,
    updated_at: row.updatedAt.toISOString(),
  }));
}

import type { Database } from "../../../upstream/db/database.ts";

/**
 * How many statements of this database wait for a lock. `pg_locks` also has those of other tests, whose databases are on the
 * same server.
 */
export async function waitingLocks(db: Pick<Database, "query">): Promise<number> {
  const { rows } = await db.query(
    "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return Number(rows[0]?.waiting);
}

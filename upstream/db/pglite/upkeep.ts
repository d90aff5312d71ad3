import type { Database } from "../database.ts";

/**
 * PGlite has no background processes: without this its log grows for ever and its plans go stale. Run it on a
 * schedule. Each is a statement of its own, because neither may run inside a transaction block. PostgreSQL looks
 * after itself.
 */
export async function upkeep(db: Database): Promise<void> {
  if (db.kind === "postgres") return;
  await db.query("vacuum (analyze)");
  await db.query("checkpoint");
}

import type { Database } from "../database.ts";

/**
 * PGlite has no background processes: without this its log grows without limit and its statistics become outdated. Run
 * on a schedule. Each statement is sent separately, because neither may run inside a transaction. PostgreSQL needs none
 * of this.
 */
export async function vacuumAndCheckpoint(db: Database): Promise<void> {
  if (db.kind === "postgres") return;
  await db.query("vacuum (analyze)");
  await db.query("checkpoint");
}

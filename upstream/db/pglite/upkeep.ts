import type { Database } from "../database.ts";

/**
 * PGlite has no background processes: without this its log grows without limit and its statistics become outdated. Run
 * on a schedule. Each statement is sent separately, because neither may run inside a transaction, and each table has its
 * own, because the process answers nobody during a statement: all tables at once take 0.3 s. PostgreSQL needs none of this.
 */
export async function vacuumAndCheckpoint(db: Database): Promise<void> {
  if (db.kind === "postgres") return;
  const tables = await db.query(
    "select oid::regclass::text as name from pg_class where relkind in ('r', 'm') order by oid",
  );
  for (const { name } of tables.rows) await db.query(`vacuum (analyze) ${name}`);
  await db.query("checkpoint");
}

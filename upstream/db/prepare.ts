import PgBoss from "pg-boss";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";

/** Creates everything needed before the first row: our tables and those of the job queue. */
export async function prepare(db: Database, migrations?: string): Promise<void> {
  await migrate(db, migrations);
  const { rows } = await db.query("select to_regclass('pgboss.version') as there");
  if (rows[0]?.there === null) await db.query(PgBoss.getConstructionPlans());
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { migrate } from "../../../upstream/db/migrate.ts";
import { driverOptions, pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { triggersOf } from "./database-catalog.ts";

export const triggersFolder = "upstream/db/triggers";

/** The files of triggers that make something else than the migrations do. */
export async function changedTriggers(): Promise<string[]> {
  const db = pgliteDatabase(await PGlite.create(driverOptions));
  await migrate(db);
  const migrated = await triggersOf(db.query);
  const changed: string[] = [];
  await db.query("begin; set local check_function_bodies = off");
  for (const path of readdirSync(triggersFolder).map((name) => join(triggersFolder, name))) {
    await db.query(`savepoint before; ${readFileSync(path, "utf8")}`);
    if (!isDeepStrictEqual(await triggersOf(db.query), migrated)) changed.push(path);
    await db.query("rollback to savepoint before");
  }
  await db.close();
  return changed;
}

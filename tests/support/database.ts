import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { driverOptions, pgliteDatabase } from "../../upstream/db/pglite.ts";
import { connectPostgres } from "../../upstream/db/postgres.ts";
import { templateDatabase } from "./database-setup.ts";

/**
 * An empty database at this version. On the embedded one (the default) a worker has a single instance: asking again
 * empties it, so a test asks once. With TEST_DATABASE=postgres each is a database of its own.
 */
export async function freshDatabase(): Promise<Database> {
  const server = inject("postgresServer");
  if (server !== "") return copyOfTemplate(server);
  const db = await embeddedOfWorker();
  await db.query(emptying);
  return db;
}

/** A database of its own on either engine, for a test that damages it; closing it ends it. */
export async function scratchDatabase(): Promise<Database> {
  const server = inject("postgresServer");
  return server !== "" ? copyOfTemplate(server) : embedded();
}

const worker: typeof globalThis & { embeddedDatabase?: Promise<Database> } = globalThis;

async function embeddedOfWorker(): Promise<Database> {
  // It stays open for the next test.
  worker.embeddedDatabase ??= embedded().then((db) => ({ ...db, close: async () => {} }));
  return worker.embeddedDatabase;
}

async function embedded(): Promise<Database> {
  const loadDataDir = new Blob([readFileSync(inject("databaseSnapshot"))]);
  return pgliteDatabase(await PGlite.create({ ...driverOptions, loadDataDir }));
}

/** In the role of a replica the ledger's triggers, which refuse deletion, and foreign keys keep silent. */
const emptying = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'archive', 'schedule', 'subscription'))
    loop execute 'delete from ' || name; end loop;
  end $$;
  set session_replication_role = origin;
`;

let copies = 0;

async function copyOfTemplate(server: string): Promise<Database> {
  copies += 1;
  const name = `test_${process.pid}_${copies}`;
  const url = (database: string) => server.replace("/?", `/${database}?`);
  const admin = new pg.Client({ connectionString: url("postgres") });
  await admin.connect();
  await admin.query(`create database ${name} template ${templateDatabase}`);
  await admin.end();
  return connectPostgres(url(name), 40);
}

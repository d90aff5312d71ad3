import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { driverOptions, pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { connectPostgres } from "../../../upstream/db/postgres/postgres.ts";
import { emptying } from "../ledger/emptying.ts";
import { templateDatabase } from "./database-setup.ts";

const worker: typeof globalThis & { testDatabase?: Promise<Database> } = globalThis;

/**
 * An empty database at this version: embedded, or on PostgreSQL with TEST_DATABASE=postgres. Each worker has only one,
 * and another call empties it: so a test calls this once and stops what it started.
 */
export async function freshDatabase(): Promise<Database> {
  // Stays open for the next test.
  worker.testDatabase ??= scratchDatabase().then((db) => ({ ...db, close: async () => {} }));
  const db = await worker.testDatabase;
  await db.query(emptying);
  // A test may replace its methods; the next one gets the originals.
  return { ...db };
}

/** A separate database for a test that damages it; closing it deletes it. */
export async function scratchDatabase(): Promise<Database> {
  if (inject("postgresServer") !== "") return connectPostgres(await newOnServer(`template ${templateDatabase}`), 40);
  const loadDataDir = new Blob([readFileSync(inject("databaseSnapshot"))]);
  return pgliteDatabase(await PGlite.create({ ...driverOptions, loadDataDir }));
}

let created = 0;

/** The address of a new database on the throwaway PostgreSQL: from a template, or empty. */
export async function newOnServer(like = ""): Promise<string> {
  created += 1;
  const name = `test_${process.pid}_${created}`;
  const url = (database: string) => inject("postgresServer").replace("/?", `/${database}?`);
  const admin = new pg.Client({ connectionString: url("postgres") });
  await admin.connect();
  await admin.query(`create database ${name} ${like}`).finally(() => admin.end());
  return url(name);
}

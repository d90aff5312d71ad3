import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { driverOptions, pgliteDatabase } from "../../../upstream/db/pglite/pglite.ts";
import { connectPostgres } from "../../../upstream/db/postgres/postgres.ts";
import { retrying } from "../../../upstream/db/retry.ts";
import { asReplica, emptyingByFunction, emptyingFunction, withoutFlows } from "../ledger/emptying.ts";
import { asService, templateDatabase } from "./template-server.ts";
import { guardTransactions } from "./transaction-guard.ts";

type Connections = {
  service: Database;
  owner: Database;
  /** Statements as the owner past triggers and foreign keys. */
  pastTriggers: (statements: string) => Promise<unknown>;
};
const worker: typeof globalThis & { testDatabase?: Promise<Connections> } = globalThis;

const ofWorker = new WeakSet<Database>();

/** Whether `freshDatabase` has returned it, so that `ownerDatabase` is a connection to the same database. */
export const isOfWorker = (db: Database): boolean => ofWorker.has(db);

/**
 * An empty database at this version: embedded, or on PostgreSQL with TEST_DATABASE=postgres, connected as the service's
 * role; as the `owner` for a test that does what the service may not. Each worker has only one, and another call empties
 * it: so a test calls this once and stops what it started.
 */
export async function freshDatabase(as: "service" | "owner" = "service"): Promise<Database> {
  worker.testDatabase ??= connections();
  const { [as]: db, pastTriggers } = await worker.testDatabase;
  // A service that the test before has stopped may still end a statement.
  await retrying(() => pastTriggers(emptyingByFunction));
  // Stays open for the next test. A test may replace its methods; the next one gets the originals.
  const fresh = { ...db, close: async () => {} };
  ofWorker.add(fresh);
  return fresh;
}

/** The same, for a test of the ledger's mechanics alone: money may move between any two accounts. */
export async function freeLedger(as: "service" | "owner" = "service"): Promise<Database> {
  const db = await freshDatabase(as);
  await (await ownerDatabase()).query(withoutFlows);
  return db;
}

/** Runs statements as the owner of the database of `freshDatabase`, past triggers and foreign keys. */
export async function queryPastTriggers(statements: string): Promise<void> {
  worker.testDatabase ??= connections();
  await (await worker.testDatabase).pastTriggers(statements);
}

/** A connection as the owner to the database of `freshDatabase`, as it is. */
export async function ownerDatabase(): Promise<Database> {
  worker.testDatabase ??= connections();
  return (await worker.testDatabase).owner;
}

async function connections(): Promise<Connections> {
  const opened = await openConnections();
  await opened.owner.query(emptyingFunction);
  return opened;
}

async function openConnections(): Promise<Connections> {
  if (inject("postgresServer") === "") {
    const db = await scratchDatabase();
    return { service: guardTransactions(db), owner: db, pastTriggers: (statements) => db.query(asReplica(statements)) };
  }
  const url = await newOnServer(`template ${templateDatabase}`);
  const options = "-c session_replication_role=replica";
  const replica = new pg.Pool({ connectionString: url, options, max: 1, idleTimeoutMillis: 0 });
  // A broken idle connection is replaced.
  replica.on("error", () => {});
  return {
    service: connectPostgres(asService(url), 40),
    owner: connectPostgres(url, 4),
    // Its reads are in PostgreSQL's statistics at once: seconds later they would count as reads of the next test.
    pastTriggers: (statements) => replica.query(`${statements}; select pg_stat_force_next_flush()`),
  };
}

/** A separate database for a test that damages it, connected as its owner; closing it deletes it. */
export async function scratchDatabase(): Promise<Database> {
  if (inject("postgresServer") !== "") return connectPostgres(await newOnServer(`template ${templateDatabase}`), 40);
  // Node's own value: unlike a site (db/pglite/pglite.ts), a worker runs PostgreSQL long enough to be worth optimizing it.
  setFlagsFromString("--wasm-tiering-budget=1800000");
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

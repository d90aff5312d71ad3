import { inject } from "vitest";
import type { Database } from "../../../upstream/db/database.ts";
import { ownerDatabase } from "./database.ts";

/** How many rows of each table, by itself or through its indexes, were read during `work`. */
export async function rowsReadBy(db: Database, work: () => Promise<void>): Promise<[table: string, rows: number][]> {
  const before = await rowsRead(db);
  await work();
  return [...(await rowsRead(db))].map(([table, all]) => [table, all - (before.get(table) ?? 0)]);
}

/** All rows that were read until now, by table. */
async function rowsRead(db: Database): Promise<Map<string, number>> {
  await flushed(db);
  const { rows: tables } = await db.query(`select t.relname as name,
      t.seq_tup_read + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as read
    from pg_stat_user_tables t`);
  return new Map(tables.map(({ name, read }) => [String(name), Number(read)]));
}

/** Connections of the owner's pool, each of which counts by itself until it is asked. */
const mostConnections = 4;

/**
 * Each connection adds what it has counted to the statistics. All are kept busy at once, so that none is asked twice: for longer, where
 * the machine is too slow for the first try.
 */
async function flushed(db: Database, seconds = 0.02): Promise<void> {
  const connections = inject("postgresServer") === "" ? 1 : mostConnections;
  const statement = `select pg_backend_pid() as pid, pg_stat_force_next_flush(), pg_sleep(${seconds})`;
  const results = await Promise.all(Array.from({ length: connections }, () => db.query(statement)));
  const asked = new Set(results.map(({ rows }) => rows[0]?.pid));
  if (asked.size === connections) return;
  if (seconds > 1) throw new Error(`Only ${asked.size} of ${connections} connections have reported the rows they read`);
  await flushed(db, seconds * 4);
}

/**
 * The planner's statistics as after a night's vacuum, before reads are counted: what earlier tests of the worker have deleted is
 * gone from tables and indexes, which otherwise decides how a table is read, and is counted with it.
 */
export async function vacuumAndAnalyze(): Promise<void> {
  await (await ownerDatabase()).query("vacuum (analyze)");
}

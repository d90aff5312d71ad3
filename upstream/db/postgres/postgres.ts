import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { commitProbe, commitStatement } from "../commit-probe.ts";
import { isDatabaseDown } from "../connection-errors.ts";
import type { Database, Orm, RawQuery, Tx } from "../database.ts";
import { pingWithTimeout } from "../ping-with-timeout.ts";
import { retrying } from "../retry.ts";
import { type Connections, openPool, type PoolOptions } from "./pool.ts";
import { type QuerySession, run } from "./raw-query.ts";

// int8 as bigint, as on PGlite; pg's default is string. Set for the whole process, because drizzle uses the global
// parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** PostgreSQL 15 or later, any number of processes. */
export function connectPostgres(url: string, connections = 10, options: PoolOptions = {}): Database {
  const opened = openPool(url, connections, options);
  const { pool } = opened;
  const orm = drizzle(pool);
  return {
    kind: "postgres",
    orm,
    transaction: (work) => retrying(() => transaction(pool, work)),
    query: (text, values) => run(pool, text, values),
    rawIn,
    ping: () => pingWithTimeout(pool.query("select 1")),
    canCommit: commitProbe(() => commit(opened)),
    async confirmCommits() {
      await commit(opened);
    },
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** A connection to a server that cannot commit, such as a standby, is not kept. */
async function commit({ pool, inspected }: Connections): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let isRight = false;
  try {
    const result = await client.query(commitStatement);
    if (result.rows.length === 0) throw Object.assign(new Error("The server is read-only."), { code: "25006" });
    await inspected(client);
    isRight = true;
    return result;
  } finally {
    client.release(!isRight);
  }
}

/** One drizzle object per connection, cached because creating one is slow. */
const ormOf = new WeakMap<pg.PoolClient, Orm>();

/**
 * Runs `work` with a pool connection that is always released. drizzle with a pool keeps the connection of a transaction
 * that could not begin, so an outage would use up the pool.
 */
async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const orm = ormOf.get(client) ?? drizzle(client);
  ormOf.set(client, orm);
  let isBroken = false;
  try {
    return await orm.transaction(work);
  } catch (error) {
    isBroken = isDatabaseDown(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function rawIn(tx: Tx): RawQuery {
  const session: unknown = Reflect.get(tx, "session");
  const client: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "client") : undefined;
  if (!isSession(client)) throw new Error("This version of drizzle stores its PostgreSQL session elsewhere.");
  return (text, values) => run(client, text, values);
}

function isSession(value: unknown): value is QuerySession {
  return typeof value === "object" && value !== null && "query" in value;
}

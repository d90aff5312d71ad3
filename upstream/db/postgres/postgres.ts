import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { commitProbe, commitStatement } from "../commit-probe.ts";
import { isDatabaseDown } from "../connection-errors.ts";
import type { Database, Orm, RawQuery, Tx } from "../database.ts";
import { pingWithTimeout } from "../ping-with-timeout.ts";
import { retrying } from "../retry.ts";
import * as schema from "../schema/index.ts";
import { enableNamedStatements, statementNames } from "./named-statements.ts";

// int8 as bigint, as on PGlite; pg's default is string. Set for the whole process, because drizzle uses the global
// parsers.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt);

/** PostgreSQL 15 or later, any number of processes. */
export function connectPostgres(url: string, connections = 10): Database {
  const limits = { max: connections, connectionTimeoutMillis: 30_000 };
  // See docs/decisions/124.
  const pool = new pg.Pool({ connectionString: url, ...limits, pipeline: true });
  const names = statementNames();
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on("error", () => {});
  // The same for a connection inside a transaction: its next statement fails, and that error is handled.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    enableNamedStatements(client, names);
  });
  const orm = drizzle(pool, { schema });
  return {
    kind: "postgres",
    orm,
    transaction: (work) => retrying(() => transaction(pool, work)),
    query: (text, values) => run(pool, text, values),
    rawIn,
    ping: () => pingWithTimeout(pool.query("select 1")),
    canCommit: commitProbe(() => pool.query(commitStatement)),
    close: () => pool.end(),
  };
}

/** One drizzle object per connection, cached because creating one is slow. */
const ormOf = new WeakMap<pg.PoolClient, Orm>();

/**
 * Runs `work` with a pool connection that is always released. drizzle with a pool keeps the connection of a transaction
 * that could not begin, so an outage would use up the pool.
 */
async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const orm = ormOf.get(client) ?? drizzle(client, { schema });
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

type Session = Pick<pg.Pool, "query">;

function rawIn(tx: Tx): RawQuery {
  const session: unknown = Reflect.get(tx, "session");
  const client: unknown = typeof session === "object" && session !== null ? Reflect.get(session, "client") : undefined;
  if (!isSession(client)) throw new Error("This version of drizzle stores its PostgreSQL session elsewhere.");
  return (text, values) => run(client, text, values);
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "query" in value;
}

/** Several statements in one text return an array: the last one's rows are the answer, as on PGlite. */
async function run(session: Session, text: string, values: unknown[] = []): ReturnType<RawQuery> {
  const result: pg.QueryResult | pg.QueryResult[] = await session.query(text, values.length > 0 ? values : undefined);
  return { rows: (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [] };
}

import pg from "pg";
import { isQueryTimeout } from "../connection-errors.ts";
import { cancelOnServer } from "./cancel-request.ts";
import { requireConfirmedCommits } from "./confirmed-commits.ts";
import { enableNamedStatements, statementNames } from "./named-statements.ts";

export type PoolOptions = {
  /** The limit of a statement. Without it one may take as long as it needs, for migrations and audits. */
  queryMs?: number;
};

/** How long a statement of the service may take. Longer means that the server or the network is silent. */
export const serviceQueryMs = 10_000;

/**
 * How connections end that the network or a failover has left behind. TCP finds a dead peer of an idle connection; one
 * with an unanswered statement needs a limit of ours, since TCP itself tries for a quarter of an hour. The age bounds how
 * long a connection stays with a server that the balancer or DNS has left.
 */
const lifetime = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: 300,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

export function openPool(url: string, connections: number, { queryMs }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    ...lifetime,
    query_timeout: queryMs,
    // See docs/decisions/124.
    pipeline: true,
  });
  const names = statementNames();
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    // Inside a transaction a broken connection fails its next statement, and that error is handled.
    client.on("error", () => {});
    requireConfirmedCommits(client, (error) => {
      if (isQueryTimeout(error)) cancelOnServer(client);
    });
    enableNamedStatements(client, names);
  });
  return pool;
}

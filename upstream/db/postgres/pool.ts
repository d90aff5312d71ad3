import pg from "pg";
import { isQueryTimeout } from "../connection-errors.ts";
import type { RawQuery } from "../database.ts";
import { HistoryFault } from "../history/history-mark.ts";
import { cancelOnServer } from "./cancel-request.ts";
import { requireConfirmedCommits } from "./confirmed-commits.ts";
import { enableNamedStatements, statementNames } from "./named-statements.ts";
import { run } from "./raw-query.ts";
import { setSession } from "./session-settings.ts";

export type PoolOptions = {
  /** The limit of a statement. Without it one may take as long as it needs, for migrations and audits. */
  queryMs?: number;
  /** When a connection is replaced by a new one. */
  maxAgeSeconds?: number;
  /** Asked on each new connection, and by readiness: throws when the server must not be used. */
  inspect?: ((query: RawQuery) => Promise<void>) | undefined;
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
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
const usualMaxAgeSeconds = 300;

export type Connections = {
  pool: pg.Pool;
  /** Asks `inspect` again on a present connection; throws what it throws. */
  inspected(client: pg.PoolClient): Promise<void>;
};

export function openPool(url: string, connections: number, options: PoolOptions): Connections {
  const { queryMs, maxAgeSeconds = usualMaxAgeSeconds, inspect } = options;
  const clients = new Set<pg.PoolClient>();
  const prepared = async (client: pg.PoolClient) => {
    await setSession((text, values) => run(client, text, values));
    await inspected(client);
  };
  const inspected = async (client: pg.PoolClient) => {
    try {
      await inspect?.((text, values) => run(client, text, values));
    } catch (error) {
      // A pooler keeps our connections when it changes the server behind them: none is used before it was asked again.
      if (error instanceof HistoryFault) for (const pooledClient of clients) pooledClient.connection.stream.destroy();
      throw error;
    }
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    ...lifetime,
    maxLifetimeSeconds: maxAgeSeconds,
    query_timeout: queryMs,
    // See docs/decisions/124.
    pipeline: true,
    verify: (client, done) => void prepared(client).then(() => done(), done),
  });
  const names = statementNames();
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on("error", () => {});
  pool.on("remove", (client) => void clients.delete(client));
  pool.on("connect", (client) => {
    clients.add(client);
    // Inside a transaction a broken connection fails its next statement, and that error is handled.
    client.on("error", () => {});
    requireConfirmedCommits(client, (error) => {
      if (isQueryTimeout(error)) cancelOnServer(client);
    });
    enableNamedStatements(client, names);
  });
  return { pool, inspected };
}

import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/**
 * drizzle over either driver, typed by the PostgreSQL driver; PGlite has the same interface. It is made without the
 * list of our tables, which only its relational queries need: each transaction would build a query object per table.
 */
export type Orm = Omit<NodePgDatabase, "$client">;

/**
 * Use only this inside a transaction: the database object would deadlock on PGlite and leave the transaction on
 * PostgreSQL.
 */
export type Tx = Parameters<Parameters<Orm["transaction"]>[0]>[0];

/** One statement on the raw driver, for what drizzle cannot express; rows as objects. */
export type RawQuery = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export type Database = {
  kind: "pglite" | "postgres";
  /** Reads outside a transaction. */
  orm: Orm;
  /** READ COMMITTED. Retried on serialization failure and deadlock, so `work` must have no external effects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  query: RawQuery;
  /** The raw driver inside a drizzle transaction, for pg-boss. */
  rawIn(tx: Tx): RawQuery;
  /** Whether a query succeeds within 1.5 seconds; never throws. */
  ping(): Promise<boolean>;
  /** Whether a commit succeeds within 1.5 seconds; never throws. False at a standby and on a full disk. */
  canCommit(): Promise<boolean>;
  /**
   * Returns when every commit that this connection's server shows is on the synchronous standby: before an answer that
   * only repeats what an earlier transaction wrote, because its own wait may have been cancelled.
   */
  confirmCommits(): Promise<void>;
  /** The connections of this process; undefined where there is only one. */
  pool?(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

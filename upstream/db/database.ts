import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type * as schema from "./schema/index.ts";

/** drizzle over either driver: one dialect, one schema. Typed by the PostgreSQL driver; PGlite gives the same surface. */
export type Orm = Omit<NodePgDatabase<typeof schema>, "$client">;

/** Inside a transaction use only this: reaching for the database instead deadlocks PGlite and escapes on PostgreSQL. */
export type Tx = Parameters<Parameters<Orm["transaction"]>[0]>[0];

/** One statement on the raw driver, for what drizzle cannot say; rows as objects. */
export type RawQuery = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export type Database = {
  kind: "pglite" | "postgres";
  /** Reads outside a transaction. */
  orm: Orm;
  /** READ COMMITTED; run again on serialization failure and deadlock, so `work` must be free of outside effects. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  query: RawQuery;
  /** The raw driver inside a running drizzle transaction, for pg-boss. */
  rawIn(tx: Tx): RawQuery;
  /** True when a round trip works. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
};

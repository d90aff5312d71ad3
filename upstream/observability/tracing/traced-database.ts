import type { Database } from "../../db/database.ts";
import { inSpan, type Tracing } from "./tracing.ts";

const start = { name: "transaction", kind: "client", attributes: { "db.system.name": "postgresql" } } as const;

/**
 * The same database, whose transactions are spans, from waiting for a connection to the confirmed commit. Only within a
 * request or a job: the queues ask for work all the time.
 */
export function tracedDatabase(db: Database, tracing: Tracing): Database {
  return {
    ...db,
    transaction: (work) =>
      tracing.isTracing() ? inSpan(tracing, start, () => db.transaction(work)) : db.transaction(work),
  };
}

import type { Database } from "../db/database.ts";
import { sqlState } from "../db/retry.ts";
import type { Observer } from "./metrics.ts";

/** The same database, whose commits are timed and whose refusals to write are counted. */
export function observedDatabase(db: Database, observer: Observer): Database {
  const noted = (error: unknown): never => {
    if (sqlState(error) === "25006") observer.readOnlyError();
    throw error;
  };
  return {
    ...db,
    transaction(work) {
      let workedMs = 0;
      const run = db.transaction(async (tx) => {
        const result = await work(tx);
        workedMs = performance.now();
        return result;
      });
      return run.then((result) => {
        observer.commit((performance.now() - workedMs) / 1000);
        return result;
      }, noted);
    },
    query: (text, values) => db.query(text, values).catch(noted),
  };
}

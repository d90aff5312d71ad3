import type { Database } from "../../db/database.ts";
import type { Observer } from "./metrics.ts";

/** The same database, whose commits are timed. */
export function observedDatabase(db: Database, observer: Pick<Observer, "commit">): Database {
  return {
    ...db,
    async transaction(work) {
      let workedMs = 0;
      const result = await db.transaction(async (tx) => {
        const workResult = await work(tx);
        workedMs = performance.now();
        return workResult;
      });
      observer.commit((performance.now() - workedMs) / 1000);
      return result;
    },
  };
}

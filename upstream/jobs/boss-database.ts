import type PgBoss from "pg-boss";
import type { Database, RawQuery, Tx } from "../db/database.ts";
import { retrying } from "../db/retry.ts";
import { retryWhileDown } from "../db/retry-while-down.ts";

/**
 * pg-boss over our own database, so that there is one pool, or with PGlite its only session. Five things need care.
 * pg-boss sends `BEGIN; ...; COMMIT;` as one text, and a failure inside would leave the session aborted, so the text
 * becomes a real transaction. Its statements lock many jobs at once and may deadlock, so they are retried. It does not
 * wait for its own bookkeeping when it stops, so `settled` does, and later statements are dropped instead of reaching a
 * closed database. It also marks jobs as done or failed without waiting, and with the database down the unhandled
 * rejection would end the process: after `tolerateErrors` a failed statement is reported and answered with no rows. A job
 * whose mark was lost runs again when it expires. Before that it starts, which may be done twice and which it cannot begin
 * again: a start waits for a database that is down or slow.
 */
export type BossDatabase = PgBoss.Db & {
  tolerateErrors(report: (error: unknown) => void): void;
  settled(): Promise<void>;
};

export function bossDatabase(database: Database): BossDatabase {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let onError: ((error: unknown) => void) | undefined;

  return {
    executeSql(text, values) {
      if (isClosed) return Promise.resolve(nothing);
      const work = () => execute(database, text, values);
      const statement = onError ? work() : retryWhileDown(work);
      running.add(statement);
      const forget = () => running.delete(statement);
      statement.then(forget, forget);
      return statement.catch((error: unknown) => {
        if (!onError) throw error;
        onError(error);
        return nothing;
      });
    },
    tolerateErrors(report) {
      onError = report;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
      isClosed = true;
    },
  };
}

/** The same inside our transaction. The database object would deadlock there on PGlite. */
export function bossTransaction(database: Database, tx: Tx): PgBoss.Db {
  const query = database.rawIn(tx);
  return { executeSql: (text, values) => run(query, text, values) };
}

/** What pg-boss's own database returns once closed; its workers read it as "no jobs". */
const nothing = Object.create(null);

function execute(database: Database, text: string, values: unknown[] | undefined) {
  const inner = wrapped.exec(text)?.[1];
  if (inner === undefined) return retrying(() => run(database.query, text, values));
  return database.transaction((tx) => run(database.rawIn(tx), inner, values));
}

const wrapped = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/** Without values the driver accepts several statements at once; with an empty list it does not. */
function run(query: RawQuery, text: string, values: unknown[] | undefined) {
  return values?.length ? query(text, values) : query(text);
}

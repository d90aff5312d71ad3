import type PgBoss from "pg-boss";
import type { Database, RawQuery, Tx } from "../db/database.ts";
import { retrying } from "../db/retry.ts";

/**
 * pg-boss over our own database, so that there is one pool, or with PGlite the only session there is. Four things
 * need care. It sends `BEGIN; ...; COMMIT;` as one text: a failure inside would leave the session aborted for
 * everybody, so that text is unwrapped into a real transaction. Its statements take and mark many jobs at once and
 * can be the victim of a deadlock: they are sent again. It does not wait for its own bookkeeping when it stops, so
 * `settled` does, and whatever comes later is dropped instead of reaching a closed database. And it marks jobs as done
 * or failed without waiting for that either: where the database is away in this moment, the rejection would be
 * nobody's and end the process. From `forgive` on a failed statement is told and answered with nothing. A job whose
 * mark got lost is done again when its time is over.
 */
export type BossDatabase = PgBoss.Db & {
  forgive(tell: (error: unknown) => void): void;
  settled(): Promise<void>;
};

export function bossDatabase(database: Database): BossDatabase {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let told: ((error: unknown) => void) | undefined;

  return {
    executeSql(text, values) {
      if (isClosed) return Promise.resolve(nothing);
      const statement = execute(database, text, values);
      running.add(statement);
      const forget = () => running.delete(statement);
      statement.then(forget, forget);
      return statement.catch((error: unknown) => {
        if (!told) throw error;
        told(error);
        return nothing;
      });
    },
    forgive(tell) {
      told = tell;
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running);
      isClosed = true;
    },
  };
}

/** The same inside a transaction of ours. Reaching for the database there would wait for itself on PGlite. */
export function bossTransaction(database: Database, tx: Tx): PgBoss.Db {
  const query = database.rawIn(tx);
  return { executeSql: (text, values) => run(query, text, values) };
}

/** What pg-boss's own database answers once it is closed, and what its workers take for "nothing to do". */
const nothing = Object.create(null);

function execute(database: Database, text: string, values: unknown[] | undefined) {
  const inner = wrapped.exec(text)?.[1];
  if (inner === undefined) return retrying(() => run(database.query, text, values));
  return database.transaction((tx) => run(database.rawIn(tx), inner, values));
}

const wrapped = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/;

/** Without values the driver takes several statements at once; with an empty list it would not. */
function run(query: RawQuery, text: string, values: unknown[] | undefined) {
  return values?.length ? query(text, values) : query(text);
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, Orm } from "../../../upstream/db/database.ts";

/**
 * Makes every use of the embedded database inside one of its own transactions an error, where it would wait for that
 * transaction's end, forever. (On PostgreSQL it would not see what the transaction wrote.) Only in tests, because following
 * each transaction through its calls costs processor time. What a transaction starts without waiting for it counts as inside
 * until the transaction ends.
 */
export function guardTransactions(db: Database): Database {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>();
  const refuseInside = () => {
    if (current.getStore()?.isOpen)
      throw new Error("The database was used beside the transaction that this code runs in");
  };
  const orm: Orm = new Proxy(db.orm, {
    get(target, name) {
      refuseInside();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    ...db,
    orm,
    query: async (text, values) => {
      refuseInside();
      return db.query(text, values);
    },
    transaction: async (work) => {
      refuseInside();
      return db.transaction((tx) => {
        const transaction = { isOpen: true };
        return current
          .run(transaction, () => work(tx))
          .finally(() => {
            transaction.isOpen = false;
          });
      });
    },
  };
}

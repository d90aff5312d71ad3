import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/service/database.ts";
import { guardTransactions } from "../../support/service/transaction-guard.ts";

test("the database object is refused inside a transaction, and serves beside one that others have open", async () => {
  const db = guardTransactions(await freshDatabase());
  const uses: (() => Promise<unknown>)[] = [
    () => db.orm.execute(sql`select 1`),
    () => db.query("select 1"),
    () => db.transaction(async () => {}),
  ];
  for (const use of uses) await expect(db.transaction(use)).rejects.toThrow("beside the transaction");
  for (const use of uses) await Promise.all([db.transaction((tx) => tx.execute(sql`select 1`)), use()]);
});

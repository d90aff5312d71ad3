import { expect, test } from "vitest";
import { isDatabaseDown } from "../../upstream/db/connection-errors.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { newOnServer } from "../support/service/database.ts";

const cutting = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test("broken connections, idle or in a transaction, crash no process, and queries work again", async () => {
  const url = await newOnServer();
  const db = connectPostgres(url, 4);
  const other = connectPostgres(url, 1);
  await Promise.all([1, 2, 3, 4].map(() => db.query("select pg_sleep(0.01)")));
  const cut = db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    await query("select 1");
    await other.query(cutting);
    await query("select 1");
  });
  const error: unknown = await cut.catch((caught: unknown) => caught);
  expect(isDatabaseDown(error)).toBe(true);
  // Each broken connection may be found by one query; there were four.
  const answered = [];
  for (let round = 0; round < 5; round += 1) answered.push(await db.ping());
  expect(answered).toContain(true);
  await Promise.all([db.close(), other.close()]);
});

test("a transaction that fails before begin releases its connection", async () => {
  const url = await newOnServer();
  const db = connectPostgres(url, 2);
  const other = connectPostgres(url, 1);
  for (let round = 0; round < 40; round += 1) {
    await Promise.allSettled([db.ping(), db.ping()]);
    const cut = other.query(cutting);
    const begun = [1, 2, 3, 4].map(() => db.transaction((tx) => db.rawIn(tx)("select 1")));
    await Promise.allSettled([cut, ...begun]);
  }
  const answered = [];
  for (let round = 0; round < 3; round += 1) answered.push(await db.ping());
  expect(answered).toContain(true);
  await Promise.all([db.close(), other.close()]);
});

test("a server that takes no writes answers queries and is not ready", async () => {
  const url = await newOnServer();
  const db = connectPostgres(url, 1);
  expect([await db.ping(), await db.canCommit()]).toEqual([true, true]);
  await db.close();
  const readOnly = new URL(url);
  readOnly.searchParams.set("options", "-c default_transaction_read_only=on");
  const other = connectPostgres(readOnly.href, 1);
  expect([await other.ping(), await other.canCommit()]).toEqual([true, false]);
  await other.close();
});

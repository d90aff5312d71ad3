import { expect, test } from "vitest";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { seed } from "../../upstream/market/demo/seed.ts";
import { withTimeout } from "../../upstream/shared/with-timeout.ts";
import { until } from "../support/service/cluster.ts";
import { newOnServer } from "../support/service/database.ts";
import { laterMigrations } from "../support/service/later-migrations.ts";
import { templateDatabase } from "../support/service/template-server.ts";
import { waitingLocks } from "../support/service/waiting-locks.ts";

test("processes starting at once on a new database migrate and seed it once", async () => {
  const url = await newOnServer();
  const db = connectPostgres(url, 2);
  const processes = [db, ...Array.from({ length: 7 }, () => connectPostgres(url, 2))];
  await Promise.all(processes.map((connection) => migrate(connection)));
  await Promise.all(processes.map((connection) => seed(connection, new Date("2026-11-21T09:00:00Z"))));
  const { rows } = await db.query("select count(*) as pairs from pair");
  expect(rows).toEqual([{ pairs: 20n }]);
  expect(await verify(db)).toEqual([]);
  await Promise.all(processes.map((connection) => connection.close()));
});

test("a migration behind a long reader lets readers and writers through, and ends when the reader has", async () => {
  const db = connectPostgres(await newOnServer(`template ${templateDatabase}`), 4);
  const read = "select count(*) from account";
  let endReader = () => {};
  const ended = new Promise<void>((resolve) => {
    endReader = resolve;
  });
  let hasRead = () => {};
  const lockIsHeld = new Promise<void>((resolve) => {
    hasRead = resolve;
  });
  const reader = db.transaction(async (tx) => {
    await db.rawIn(tx)(read);
    hasRead();
    await ended;
  });
  // On a busy machine the migration might otherwise be first, and wait for nobody.
  await lockIsHeld;
  const migrating = migrate(db, laterMigrations("alter table account add column later text"));
  // The reader still holds its lock: without a limit, the migration would wait behind it and all others behind both.
  await until(async () => (await waitingLocks(db)) > 0);
  const others = Promise.all([db.query(read), db.query("update account set created_at = now() where false")]);
  const outcome = await withTimeout(
    others.then(() => "let through"),
    20_000,
    "still waiting",
  );
  endReader();
  await Promise.all([reader, migrating, others]);
  expect(outcome).toBe("let through");
  expect(await verify(db)).toEqual([]);
  await db.close();
});

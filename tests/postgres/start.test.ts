import { expect, test } from "vitest";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { jobQueues } from "../../upstream/jobs/boss.ts";
import { newOnServer } from "../support/service/database.ts";

test("three processes can create the queues of a new database at once", async () => {
  const url = await newOnServer();
  const troubles: unknown[] = [];
  const start = async () => {
    const db = connectPostgres(url, 4);
    await migrate(db);
    const queues = jobQueues(db, { onError: (error) => troubles.push(error) });
    await queues.prepare();
    await queues.stop();
    return db;
  };
  const databases = await Promise.all([start(), start(), start()]);
  const { rows } = await databases[0].query("select count(*)::int as queues from pgboss.queue");
  expect(rows).toEqual([{ queues: 3 }]);
  expect(troubles).toEqual([]);
  for (const db of databases) await db.close();
});

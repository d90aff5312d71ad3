import { expect, test } from "vitest";
import { migrate } from "../../upstream/db/migrate.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { seed } from "../../upstream/demo/seed.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { newOnServer } from "../support/service/database.ts";

test("processes starting at once on a new database migrate and seed it once", async () => {
  const url = await newOnServer();
  const db = connectPostgres(url, 2);
  const processes = [db, ...Array.from({ length: 7 }, () => connectPostgres(url, 2))];
  await Promise.all(processes.map((each) => migrate(each)));
  await Promise.all(processes.map((each) => seed(each, new Date("2026-11-21T09:00:00Z"))));
  const { rows } = await db.query("select count(*) as pairs from pair");
  expect(rows).toEqual([{ pairs: 20n }]);
  expect(await verify(db)).toEqual([]);
  await Promise.all(processes.map((each) => each.close()));
});

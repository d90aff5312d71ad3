import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDatabaseDown } from "../../upstream/db/connection-errors.ts";
import { openDatabase, type Use } from "../../upstream/db/open.ts";
import { newOnServer } from "../support/service/database.ts";

const longSeconds = 12;

test("a statement of the service ends after ten seconds, and one of an operator's command takes as long as it needs", async () => {
  const databaseUrl = await newOnServer();
  const opened = async (use: Use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "kursa-limit-"));
    const { db } = await openDatabase({ databaseUrl, dataDir }, use);
    onTestFinished(() => db.close());
    return db;
  };
  const [service, operator] = [await opened("service"), await opened("operator")];
  const long = `select pg_sleep(${longSeconds}) is not null as slept`;
  const [limited, whole] = await Promise.allSettled([service.query(long), operator.query(long)]);
  expect(limited).toMatchObject({ status: "rejected" });
  expect(limited.status === "rejected" && isDatabaseDown(limited.reason)).toBe(true);
  expect(whole).toMatchObject({ status: "fulfilled", value: { rows: [{ slept: true }] } });
  // The server has ended it too: its connection may be used again.
  const { rows } = await operator.query(
    `select count(*)::int as left from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep(%' and pid <> pg_backend_pid()`,
  );
  expect(rows).toEqual([{ left: 0 }]);
}, 40_000);

import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../upstream/db/database.ts";
import { connectPostgres } from "../../upstream/db/postgres/postgres.ts";
import { createServiceRole } from "../../upstream/db/postgres/service-role.ts";
import { verify } from "../../upstream/ledger/verify.ts";
import { busyBooks } from "../support/ledger/busy-books.ts";
import { newOnServer } from "../support/service/database.ts";
import { templateDatabase } from "../support/service/template-server.ts";

/** Defaults that an administrator may have chosen for other programs. */
const hostile: Record<string, string> = {
  datestyle: "'SQL, DMY'",
  intervalstyle: "'iso_8601'",
  timezone: "'Pacific/Chatham'",
  extra_float_digits: "-5",
  bytea_output: "'escape'",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  search_path: "'elsewhere', 'pg_catalog'",
  default_transaction_isolation: "'serializable'",
  client_min_messages: "'error'",
  synchronous_commit: "off",
  statement_timeout: "'20ms'",
  lock_timeout: "'20ms'",
};

/** A database with these defaults; `owner` connects to it as the programs do. */
async function databaseWith(defaults: Record<string, string>): Promise<{ url: string; owner: Database }> {
  const url = await newOnServer(`template ${templateDatabase}`);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query("select quote_ident(current_database()) as name");
  await admin.query("create schema elsewhere");
  for (const [name, value] of Object.entries(defaults))
    await admin.query(`alter database ${rows[0].name} set ${name} to ${value}`);
  await admin.end();
  const owner = connectPostgres(url, 4);
  onTestFinished(() => owner.close());
  return { url, owner };
}

describe("a database with the defaults of other programs", () => {
  test("reads times, intervals, bytes and figures as any other", async () => {
    const { owner } = await databaseWith(hostile);
    const { rows } = await owner.query(
      `select timestamptz '2026-02-01 23:30:00Z' as at, (timestamptz '2026-02-01 23:30:00Z')::date::text as day,
         interval '1 day 2 hours' as long, '\\x00ff'::bytea as bytes, (0.1::float8 + 0.2::float8)::text as sum,
         null = null as unknown, '{NULL}'::text[] as list, current_schema() as schema`,
    );
    expect(rows).toEqual([
      {
        at: new Date("2026-02-01T23:30:00.000Z"),
        day: "2026-02-01",
        long: expect.objectContaining({ days: 1, hours: 2 }),
        bytes: Buffer.from([0, 255]),
        sum: "0.30000000000000004",
        unknown: null,
        list: [null],
        schema: "public",
      },
    ]);
  });

  test("runs its transactions as ours are written, without a limit of time, and commits to the disk", async () => {
    const { owner } = await databaseWith(hostile);
    const names = [
      "transaction_isolation",
      "statement_timeout",
      "lock_timeout",
      "synchronous_commit",
      "client_min_messages",
    ];
    const { rows } = await owner.transaction((tx) =>
      owner.rawIn(tx)("select name, setting from pg_settings where name = any ($1) order by name", [names]),
    );
    expect(rows.map(({ setting }) => setting)).toEqual(["notice", "0", "0", "on", "read committed"]);
  });

  test("keeps the books of many orders", async () => {
    const { owner } = await databaseWith(hostile);
    await busyBooks(owner);
    expect(await verify(owner)).toEqual([]);
  });

  test("keeps a stronger commit than ours", async () => {
    const { owner } = await databaseWith({ synchronous_commit: "remote_apply" });
    expect((await owner.query("show synchronous_commit")).rows).toEqual([{ synchronous_commit: "remote_apply" }]);
  });

  test("gives the service's role ours as defaults, which hold behind a pooler as well", async () => {
    const { url, owner } = await databaseWith(hostile);
    await createServiceRole(owner, "service_of_foreign_defaults");
    const client = new pg.Client({ connectionString: url.replace("//kursa@", "//service_of_foreign_defaults@") });
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('datestyle') as dates, current_setting('timezone') as zone, current_setting('search_path') as path, current_setting('default_transaction_isolation') as isolation",
    );
    await client.end();
    expect(rows).toEqual([{ dates: "ISO, MDY", zone: "UTC", path: "public", isolation: "read committed" }]);
  });
});

test("a database that turns off the triggers of the books is refused", async () => {
  const { owner } = await databaseWith({ session_replication_role: "'replica'" });
  await expect(owner.query("select 1")).rejects.toThrow("session_replication_role = replica; only origin is supported");
});

import type { RawQuery } from "../database.ts";

/**
 * What our statements and the driver rely on, whatever the server, database or role has as its default. Not among them:
 * `default_transaction_read_only`, by which an administrator keeps a database from being written to; we are told so.
 */
export const sessionSettings: Readonly<Record<string, string>> = {
  // The driver reads dates and intervals in these forms only.
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
  // Days and months of reports, limits and sums are those of UTC.
  timezone: "UTC",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  search_path: "public",
  // Locks and retries are written for this one.
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  // A commit that no standby has is known by a warning.
  client_min_messages: "notice",
  // The service limits its statements itself; migrations and audits take as long as they need.
  statement_timeout: "0",
  lock_timeout: "0",
  transaction_timeout: "0",
};

/** Those with which an acknowledged commit may be lost, or may be missing on the standby that takes over. */
const weakCommits = ["off", "local"];

/** Not settings that we may change, so a database is refused with any other value. */
const required: Readonly<Record<string, string>> = {
  // Anything else turns off the triggers that keep the books.
  session_replication_role: "origin",
  server_encoding: "UTF8",
};

const names = Object.keys(sessionSettings);
const values = Object.values(sessionSettings);

/**
 * Gives a new connection its settings. Throws where the database has a value that we cannot work with. Behind a pooler that
 * gives connections away between transactions the defaults of the role count: see `createServiceRole`.
 */
export async function setSession(query: RawQuery): Promise<void> {
  // First and alone: with a short one of another program's the statement below would not end.
  await query("set statement_timeout = 0");
  // Older servers lack some of them.
  await query(
    `select pg_catalog.set_config(s.name, s.value, false) from unnest($1::text[], $2::text[]) as s (name, value)
      where exists (select from pg_catalog.pg_settings p where lower(p.name) = s.name)
     union all
     select pg_catalog.set_config('synchronous_commit', 'on', false)
      where pg_catalog.current_setting('synchronous_commit') = any ($3::text[])`,
    [names, values, weakCommits],
  );
  const { rows } = await query("select name, setting from pg_catalog.pg_settings where name = any ($1::text[])", [
    Object.keys(required),
  ]);
  for (const { name, setting } of rows) {
    const needed = required[String(name)];
    if (setting !== needed) throw new Error(`The database has ${name} = ${setting}; only ${needed} is supported.`);
  }
}

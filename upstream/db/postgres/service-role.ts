import type { Database, RawQuery } from "../database.ts";
import { sessionSettings } from "./session-settings.ts";

/** Rights on tables that only grow, or that only the database's own triggers change; all others may be written. */
const limitedRights: Record<string, string> = {
  transfer: "select, insert",
  // Written by the trigger that books, with the owner's rights.
  transfer_hash: "select",
  wallet_entry: "select",
  // Which transfers may exist is the owner's to say.
  ledger_flow: "select",
  // Written by a trigger on members.
  account_closing: "select",
  // Locking a row needs the right to update a column; a trigger refuses the update itself.
  account: "select, insert, update (created_at)",
  partner_sum: "select",
  // Written by triggers of the outgoing transfers and of the events of orders.
  order_outcome: "select",
  order_day: "select",
  payout_day: "select",
  audit: "select, insert",
  staff: "select, insert",
  staff_credential: "select, insert",
  staff_removal: "select, insert",
  signed_command: "select, insert",
  maker_entry: "select, insert",
  checker_approval: "select, insert",
  payment: "select, insert, update",
  outgoing: "select, insert, update",
  payout_guard: "select, insert, update",
  payout_clearance: "select, insert",
  // What was confirmed stays; the personal data in it is erased with its order or account.
  payout_destination: "select, insert, update (account, memo)",
  // Written by triggers, with the owner's rights.
  issued_address: "select",
  // Written by triggers of transfers and of the parts of sweeps.
  address_balance: "select",
  sweep_part:
    "select, insert, update (state, returned, rail_tx_id, reason, fee, gas_asset, topped_up, top_up_fee, remainder)",
  wallet_address: "select, insert, update",
  deposit: "select, insert, update",
  wallet_settling: "select, insert, update",
  withdrawal: "select, insert, update",
  // Drafts are deleted with their events; the notes of erased accounts are emptied.
  order_event: "select, insert, update (note), delete",
  // How much of what never changes; its account is erased after the retention period.
  unclaimed_payout: "select, insert, update (status, ended_at, account, memo)",
  // An address that was issued is watched for ever, and what came to it is never forgotten.
  evm_address: "select, insert",
  evm_credit: "select, insert, update",
  // What was signed may be sent at any time.
  evm_transaction: "select, insert, update (is_final)",
  evm_signer: "select, insert, update",
  evm_approval: "select, insert",
  evm_skipped_part: "select, insert",
  evm_fill: "select, insert, update",
  // What a person has entered is a fact of PayPal once it is confirmed. Tasks go with the drafts that they were made for.
  paypal_entry: "select, insert, update",
  // What PayPal's reports have said stays; the other side's account is erased.
  paypal_import: "select, insert",
  paypal_line: "select, insert, update (replaced_by, account)",
  // What was compared and found stays.
  reconciliation: "select, insert",
  reconciliation_difference: "select, insert",
  reconciliation_correction: "select, insert",
  // What the past was valued by, and what was printed of a day.
  asset_price: "select, insert",
  closed_day: "select, insert",
  // What was compared and decided stays.
  screening_import: "select, insert, update (replaced_at, rescan_stage, rescan_after)",
  screening_check: "select, insert",
  screening_hit: "select, insert, update (state, decided_by, decided_at, reason)",
  pending_approval: "select, insert, update (used_by, used_at)",
  // Whether a feed has answered, and what it said, is overwritten; no pair's price is ever forgotten.
  price_feed: "select, insert, update",
  market_price: "select, insert, update",
  price_limit: "select, insert, update",
  // What prices of the past are compared with; rates of more than a year ago go.
  rate_history: "select, insert, delete",
  promo: "select, insert, update",
  signing_key: "select, insert, update",
  terms_state: "select, insert",
  // Orders name them without a foreign key, which would make all orders of a pair lock its row.
  asset: "select, insert, update",
  pair: "select, insert, update",
};
const usualRights = "select, insert, update, delete";
/** How a later migration finds the role again. */
const mark = "The exchange's service: made by `operator db role`.";

/**
 * Creates or renews the role the service connects with: the least rights that work. It books, but changes and deletes no
 * transfer, hash or audit entry, and creates, alters and truncates no table.
 */
export async function createServiceRole(db: Database, name: string, password?: string): Promise<void> {
  await db.transaction(async (tx) => {
    const query = db.rawIn(tx);
    const { rows } = await query("select 1 from pg_roles where rolname = $1", [name]);
    if (rows.length === 0) await run(query, "create role %I", name);
    await run(query, "alter role %I login nosuperuser nocreatedb nocreaterole nobypassrls", name);
    if (password !== undefined) await run(query, "alter role %I password %L", name, password);
    await setDefaults(query, name);
    await run(query, "comment on role %I is %L", name, mark);
    await grantTo(query, name);
  });
}

/** What each connection sets for itself, too: behind a pooler a statement may be sent over another one. */
async function setDefaults(query: RawQuery, role: string): Promise<void> {
  const { rows } = await query(
    "select current_database() as database, lower(name) as name from pg_settings where lower(name) = any ($1::text[])",
    [Object.keys(sessionSettings)],
  );
  for (const { database, name } of rows) {
    const value = sessionSettings[String(name)] ?? "";
    await run(query, `alter role %I in database %I set ${String(name)} to %L`, role, String(database), value);
  }
}

/** Grants the service's role, where there is one, its rights on tables that a migration has added. */
export async function renewServiceRole(db: Database): Promise<void> {
  if (db.kind === "pglite") return;
  const { rows } = await db.query(
    `select r.rolname from pg_roles r join pg_shdescription d on d.objoid = r.oid and d.classoid = 'pg_authid'::regclass
      where d.description = $1 and has_schema_privilege(r.oid, 'pgboss', 'usage')`,
    [mark],
  );
  for (const { rolname } of rows) await db.transaction((tx) => grantTo(db.rawIn(tx), String(rolname)));
}

async function grantTo(query: RawQuery, role: string): Promise<void> {
  const { rows } = await query("select current_database() as name");
  await run(query, "grant connect on database %I to %I", String(rows[0]?.name), role);
  for (const schema of ["public", "pgboss", "drizzle"])
    await run(query, "grant usage on schema %I to %I", schema, role);
  await run(query, "grant select on all tables in schema drizzle to %I", role);
  await run(query, `grant ${usualRights} on all tables in schema pgboss to %I`, role);
  await run(query, "revoke all on all tables in schema public from %I", role);
  const tables = await query("select tablename as name from pg_tables where schemaname = 'public'");
  for (const { name } of tables.rows) {
    const rights = limitedRights[String(name)] ?? usualRights;
    await run(query, `grant ${rights} on public.%I to %I`, String(name), role);
  }
  await run(query, "grant usage on all sequences in schema public to %I", role);
}

/** A statement whose names and literals the database quotes. */
async function run(query: RawQuery, statement: string, ...names: string[]): Promise<void> {
  const parameters = names.map((_, at) => `$${at + 2}::text`).join(", ");
  const { rows } = await query(`select format($1::text, ${parameters}) as quoted`, [statement, ...names]);
  await query(String(rows[0]?.quoted));
}

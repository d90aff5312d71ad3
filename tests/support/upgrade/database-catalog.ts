import type { RawQuery } from "../../../upstream/db/database.ts";

const ours = "('public', 'drizzle')";

/** One row each: what is defined, and the definition as PostgreSQL prints it. */
const catalog = `
  select 'column ' || attrelid::regclass || '.' || row_number() over (partition by attrelid order by attnum) || ' ' || attname as name, concat_ws(' ', format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, nullif('identity ' || attidentity::text, 'identity '), 'default ' || pg_get_expr(adbin, adrelid),
      'statistics ' || nullif(coalesce(attstattarget, -1), -1), 'storage ' || attstorage::text) as definition
    from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef d on (adrelid, adnum) = (attrelid, attnum)
    where relnamespace in (select oid from pg_namespace where nspname in ${ours}) and relkind = 'r' and attnum > 0 and not attisdropped
  union all select 'table ' || oid::regclass, concat_ws(' ', relpersistence::text, relreplident::text, relrowsecurity, reloptions::text)
    from pg_class where relnamespace in (select oid from pg_namespace where nspname in ${ours}) and relkind in ('r', 'v', 'm', 'p')
  union all select 'constraint ' || conrelid::regclass || '.' || conname, concat_ws(' ', pg_get_constraintdef(oid),
      case when not convalidated then 'not valid' end)
    from pg_constraint where connamespace in (select oid from pg_namespace where nspname in ${ours}) and contype in ('c', 'f', 'p', 'u', 'x')
  union all select 'index ' || indexname, indexdef from pg_indexes where schemaname in ${ours}
  union all select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text
    from pg_trigger where not tgisinternal
  union all select 'function ' || oid::regprocedure, pg_get_functiondef(oid)
    from pg_proc where pronamespace in (select oid from pg_namespace where nspname in ${ours})
  union all select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cache_size, cycle)
    from pg_sequences where schemaname in ${ours}
  union all select 'type ' || oid::regtype, typtype::text from pg_type t
    where typnamespace in (select oid from pg_namespace where nspname in ${ours}) and typtype not in ('b', 'c')
  union all select 'comment ' || classoid::regclass || ' ' || objoid || ' ' || objsubid, description from pg_description
    where classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace in (select oid from pg_namespace where nspname in ${ours}))
  union all select 'flow ' || concat_ws(' ', code, step, debit, credit, cause), '' from ledger_flow
  order by 1`;

/**
 * The definitions of a database, and the rows of its closed table of flows. Left out are the rights of roles, which `operator db role` gives,
 * the brackets of conditions, which a restored dump has in other places, and the number that a database from before 1.1.0 has in
 * the function that hashes transfers (upstream/db/triggers/transfer-hash.sql).
 */
export async function catalogOf(query: RawQuery): Promise<Map<string, string>> {
  const { rows } = await query(catalog);
  return new Map(rows.map(({ name, definition }) => [String(name), comparable(String(name), String(definition))]));
}

function comparable(name: string, definition: string): string {
  if (/^(constraint|trigger) /.test(name)) return definition.replace(/[()]/g, "");
  return definition.replace(/moved\.seq <= \d+/, "moved.seq <= the first");
}

/** The triggers and functions among them. */
export async function triggersOf(query: RawQuery): Promise<Map<string, string>> {
  const isTrigger = (name: string) => name.startsWith("trigger ") || name.startsWith("function ");
  return new Map([...(await catalogOf(query))].filter(([name]) => isTrigger(name)));
}

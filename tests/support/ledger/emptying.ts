/** For tests of the ledger's mechanics alone, which move money between any two accounts; as the database's owner. */
export const withoutFlows =
  "alter table transfer disable trigger flow_is_allowed, disable trigger entry_of_transfer, disable trigger cause_of_transfer";
const obeyingFlows = withoutFlows.replaceAll("disable", "enable");

/**
 * As a replica the database skips the ledger's triggers, which refuse deletion, and foreign keys. The table of flows stays,
 * and is obeyed again after a test of `withoutFlows`.
 */
export const emptying = `
  ${obeyingFlows};
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where (schemaname = 'public' and tablename <> 'ledger_flow') or (schemaname = 'pgboss' and tablename in ('job', 'archive', 'schedule', 'subscription'))
    loop execute 'delete from ' || name; end loop;
  end $$;
  set session_replication_role = origin;
`;

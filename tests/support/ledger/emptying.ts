/** As a replica the database skips the ledger's triggers, which refuse deletion, and foreign keys. */
export const emptying = `
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in
      select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname = 'public' or (schemaname = 'pgboss' and tablename in ('job', 'archive', 'schedule', 'subscription'))
    loop execute 'delete from ' || name; end loop;
  end $$;
  set session_replication_role = origin;
`;

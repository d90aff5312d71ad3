/** For tests of the ledger's mechanics alone, which move money between any two accounts; as the database's owner. */
export const withoutFlows =
  "alter table transfer disable trigger flow_is_allowed, disable trigger entry_of_transfer, disable trigger cause_of_transfer";
const obeyingFlows = withoutFlows.replaceAll("disable", "enable");

/** Of the table of flows the rows stay. */
const emptied = `(schemaname = 'public' and tablename <> 'ledger_flow')
  or (schemaname = 'pgboss' and tablename in ('job', 'archive', 'schedule', 'subscription'))`;

/**
 * As a replica the database skips the ledger's triggers, which refuse deletion, and foreign keys. The table of flows stays,
 * and is obeyed again after a test of `withoutFlows`.
 */
export const emptying = `
  ${obeyingFlows};
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where ${emptied}
    loop execute 'delete from ' || name; end loop;
  end $$;
  set session_replication_role = origin;
`;

/**
 * The same for a database that is emptied often: a function that plans its statements once a connection, deletes only where
 * there is a row, and changes the triggers only where one is disabled, since a changed table is planned anew everywhere. Its
 * schema is none that the service or a test of the tables looks at.
 */
export const emptyingFunction = `
  create schema if not exists tests;
  do $$ declare statements text; begin
    select string_agg(format('if exists (select from %1$I.%2$I) then delete from %1$I.%2$I; end if;', schemaname, tablename), E'\\n')
      into statements from pg_tables where ${emptied};
    execute 'create or replace function tests.empty_tables() returns void language plpgsql as $body$ begin
      if exists (select from pg_trigger where tgrelid = ''transfer''::regclass and tgenabled = ''D'') then ${obeyingFlows}; end if;
      ' || statements || ' end $body$';
  end $$;
`;
export const emptyingByFunction = "select tests.empty_tables()";

/** In the role in which triggers and foreign keys are skipped. Each change of the role lets a connection plan everything anew. */
export const asReplica = (statements: string) =>
  `set session_replication_role = replica; ${statements}; set session_replication_role = origin;`;

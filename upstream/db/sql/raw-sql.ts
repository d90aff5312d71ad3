import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Orm } from "../database.ts";
import type { SqlPart, Writes } from "./writes.ts";

/** The database, or a transaction. */
export type SqlTarget = Pick<Orm, "execute">;

/**
 * Runs a hand-written statement with at least one value, for the money path, where building the SQL with drizzle on
 * every call costs too much. See docs/decisions/124.
 */
export async function runSql(target: SqlTarget, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const { rows } = await clientOf(target).query(text, values);
  return rows;
}

/**
 * Runs writes as one statement. They share a snapshot: none sees what another writes, so none may depend on another. Their
 * triggers, and the checks of references, run after all of them or see what was written before.
 */
export async function runTogether(target: SqlTarget, { parts, confirm }: Writes): Promise<void> {
  if (parts.length === 0) return;
  const { queries, counts, values } = asQueries(parts);
  const [row] = await runSql(target, `with ${queries.join(", ")} select ${counts.join(", ")}`, values);
  confirm?.(countsIn(row, parts.length));
}

/** Writes as named queries of one statement, `first` being their first placeholder, and how many rows each has written. */
export function asQueries(parts: readonly SqlPart[], first = 1) {
  const names = parts.map((_, at) => `part_${at}`);
  const textOf = ({ text }: SqlPart, at: number) => renumbered(text, first - 1 + offsetOf(parts, at));
  return {
    queries: parts.map((part, at) => `${names[at]} as (${textOf(part, at)} returning 1)`),
    counts: names.map((name) => `(select count(*)::int from ${name}) as ${name}`),
    values: parts.flatMap(({ values }) => values),
  };
}

export const countsIn = (row: Record<string, unknown> | undefined, parts: number) =>
  Array.from({ length: parts }, (_, at) => Number(row?.[`part_${at}`]));

const offsetOf = (parts: readonly SqlPart[], end: number) =>
  parts.slice(0, end).reduce((sum, { values }) => sum + values.length, 0);

/** With placeholders that begin behind those of other statements. */
const renumbered = (text: string, offset: number) =>
  text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`);

type Client = { query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };

function clientOf(target: SqlTarget): Client {
  const session: unknown = Reflect.get(target, "session");
  const client: unknown = Reflect.get(Object(session), "client");
  if (!isClient(client)) throw new Error("This version of drizzle stores its session elsewhere.");
  return client;
}

/** The call both drivers and their transactions share. */
function isClient(value: unknown): value is Client {
  return typeof value === "object" && value !== null && "query" in value;
}

/** Parts of hand-written SQL over a drizzle table: columns in a fixed order, rows mapped as drizzle maps them. */
export function sqlOf<Table extends PgTable>(table: Table) {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  return {
    table: `"${getTableName(table)}"`,
    columns: columns.map(([, { name }]) => `"${name}"`).join(", "),
    columnOf: (name: string) => columns.find(([key]) => key === name)?.[1],
    /** Changes columns of the row with this value in `key`. */
    update(
      key: keyof Table["$inferSelect"] & string,
      value: unknown,
      changed: Partial<Table["$inferSelect"]>,
    ): SqlPart {
      const set = Object.entries(changed).flatMap(([name, next]) => {
        const column = this.columnOf(name);
        return column ? [{ name: column.name, value: toDriver(column, next) }] : [];
      });
      const assignments = set.map(({ name }, at) => `"${name}" = $${at + 2}`).join(", ");
      const text = `update ${this.table} set ${assignments} where "${this.columnOf(key)?.name}" = $1`;
      return { text, values: [value, ...set.map((column) => column.value)] };
    },
    /** A row as the driver returned it. */
    read(row: Record<string, unknown>): Table["$inferSelect"] {
      const values = columns.map(([name, column]) => {
        const value = row[column.name] ?? null;
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      });
      return Object.fromEntries(values) as Table["$inferSelect"];
    },
  };
}

/**
 * Inserts rows with the same columns: `into` is the text up to the values, `values` those of all rows. `first` is the
 * number of the first placeholder, when other values come before.
 */
export function insertSql<Table extends PgTable, Name extends keyof Table["$inferInsert"] & string>(
  table: Table,
  names: readonly Name[],
) {
  const { columnOf, table: into } = sqlOf(table);
  const columns = names.map((name) => {
    const column = columnOf(name);
    if (!column) throw new Error(`${into} has no column for ${name}.`);
    return { name, column };
  });
  const head = `insert into ${into} (${columns.map(({ column }) => `"${column.name}"`).join(", ")})`;
  const placeholders = (first: number) => columns.map((_, at) => `$${first + at}`).join(", ");
  return {
    columns: columns.length,
    text(rows: number, first = 1): string {
      const row = (at: number) => `(${placeholders(first + at * columns.length)})`;
      return `${head} values ${Array.from({ length: rows }, (_, at) => row(at)).join(", ")}`;
    },
    /** One row, inserted for each row of `source`. */
    selectedFrom: (source: string, first: number): string => `${head} select ${placeholders(first)} from ${source}`,
    values: (row: Pick<Table["$inferInsert"], Name>): unknown[] =>
      columns.map(({ name, column }) => toDriver(column, row[name])),
  };
}

/** Columns of a table as texts in JSON, where no amount may become a float, and such a row read. */
export function textsOf<Table extends PgTable, Name extends keyof Table["$inferSelect"] & string>(
  table: Table,
  names: readonly Name[],
) {
  const { columnOf } = sqlOf(table);
  const columns = names.flatMap((name) => columnOf(name) ?? []);
  return {
    json: `json_build_array(${columns.map(({ name }) => `"${name}"::text`).join(", ")})`,
    read: (values: readonly (string | null)[]) =>
      Object.fromEntries(columns.map((column, at) => [names[at], fromText(column, values[at] ?? null)])) as Pick<
        Table["$inferSelect"],
        Name
      >,
  };
}

/** A value that travelled as text. */
export function fromText(column: PgColumn, text: string | null): unknown {
  if (text === null) return null;
  return column.dataType === "boolean" ? text === "true" : column.mapFromDriverValue(text);
}

const toDriver = (column: PgColumn, value: unknown) =>
  value === null || value === undefined ? null : column.mapToDriverValue(value);

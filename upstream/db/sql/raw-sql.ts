import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Orm } from "../database.ts";

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
    columnOf: (name: string) => columns.find(([own]) => own === name)?.[1],
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
  const head = `insert into ${into} (${columns.map(({ column }) => `"${column.name}"`).join(", ")}) values `;
  return {
    text(rows: number, first = 1): string {
      const one = (row: number) => columns.map((_, at) => `$${first + row * columns.length + at}`).join(", ");
      return head + Array.from({ length: rows }, (_, row) => `(${one(row)})`).join(", ");
    },
    values: (row: Pick<Table["$inferInsert"], Name>): unknown[] =>
      columns.map(({ name, column }) => toDriver(column, row[name])),
  };
}

export const toDriver = (column: PgColumn, value: unknown) =>
  value === null || value === undefined ? null : column.mapToDriverValue(value);

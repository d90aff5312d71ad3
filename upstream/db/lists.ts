import { type GetColumnData, getTableName, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Orm } from "./database.ts";

type Columns = Record<string, PgColumn>;

/** Rows of one table: those whose `key` is among the values asked for. No column may be a boolean. */
type List = { columns: Columns; key: PgColumn; orderBy: readonly PgColumn[] };
type Row<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };
type Rows<Lists extends Record<string, List>> = { [Name in keyof Lists]: Row<Lists[Name]["columns"]>[] };
type Keys<Lists> = { [Name in keyof Lists]: string[] };

/**
 * Reads some short lists in one statement, where each for itself would cost more on the way than in the database. Every
 * value travels as text, so that no amount is rounded. The text is made once; a call only adds its keys, of which each
 * list needs one at least.
 */
export function listReader<Lists extends Record<string, List>>(lists: Lists) {
  const parts = Object.entries(lists).map(([name, list]) => ({ name, list, text: sql.raw(textOf(list)) }));
  return async (reader: Pick<Orm, "execute">, keys: Keys<Lists>): Promise<Rows<Lists>> => {
    const selects = parts.map(({ name, text }) => sql`${text} in ${keys[name]}) as ${sql.identifier(name)}`);
    const { rows } = await reader.execute(sql`select ${sql.join(selects, comma)}`);
    const read = parts.map(({ name, list }) => [name, parse(list, rows[0]?.[name])]);
    return Object.fromEntries(read) as Rows<Lists>;
  };
}

const comma = sql.raw(", ");

function textOf({ columns, key, orderBy }: List): string {
  const values = Object.values(columns).map((column) => `${quoted(column.name)}::text`);
  const order = orderBy.length > 0 ? ` order by ${orderBy.map(({ name }) => quoted(name)).join(", ")}` : "";
  const list = `coalesce(json_agg(json_build_array(${values.join(", ")})${order}), '[]')`;
  return `(select ${list} from ${quoted(getTableName(key.table))} where ${quoted(key.name)}`;
}

const quoted = (name: string) => `"${name}"`;

function parse({ columns }: List, list: unknown): Row<Columns>[] {
  const named = Object.entries(columns);
  const rows = list as (string | null)[][];
  return rows.map((values) =>
    Object.fromEntries(named.map(([name, column], at) => [name, fromText(column, values[at] ?? null)])),
  );
}

const fromText = (column: PgColumn, text: string | null) => (text === null ? null : column.mapFromDriverValue(text));

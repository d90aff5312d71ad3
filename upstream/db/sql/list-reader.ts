import { type GetColumnData, getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { fromText, runSql, type SqlTarget } from "./raw-sql.ts";

type Columns = Record<string, PgColumn>;

/** Rows of one table whose `key` is among the given values. */
type List = { columns: Columns; key: PgColumn; orderBy: readonly PgColumn[] };
type Row<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> };
type Rows<Lists extends Record<string, List>> = { [Name in keyof Lists]: Row<Lists[Name]["columns"]>[] };
type Keys<Lists> = { [Name in keyof Lists]: string[] };

/**
 * Reads several short lists in one statement, since round trips cost more than the queries. Values travel as text, so
 * that no amount is rounded. A statement is built once for all calls with one key in the same lists.
 */
export function listReader<Lists extends Record<string, List>>(lists: Lists) {
  const parts = Object.entries(lists);
  const texts = new Map<string, string>();
  const textFor = (areSingle: readonly boolean[]): string => {
    const queries = parts.map(
      ([name, list], at) => `${textOf(list, at + 1, areSingle[at] === true)} as ${quoted(name)}`,
    );
    return `select ${queries.join(", ")}`;
  };
  return async (target: SqlTarget, keys: Keys<Lists>): Promise<Rows<Lists>> => {
    const wanted = parts.map(([name]) => keys[name] ?? []);
    const areSingle = wanted.map(({ length }) => length === 1);
    const shape = areSingle.join();
    const text = texts.get(shape) ?? textFor(areSingle);
    texts.set(shape, text);
    const values = wanted.map((of, at) => (areSingle[at] ? of[0] : of));
    const [row] = await runSql(target, text, values);
    return Object.fromEntries(parts.map(([name, list]) => [name, parse(list, row?.[name])])) as Rows<Lists>;
  };
}

/**
 * One key is compared by `=`: PostgreSQL keeps the plan of such a statement. Of `any` it expects ten keys, so that a plan for the
 * one that comes looks cheaper than the plan for all, and it plans each time anew, which takes longer than to read the lists.
 */
function textOf({ columns, key, orderBy }: List, position: number, isSingle: boolean): string {
  const values = Object.values(columns).map((column) => `${quoted(column.name)}::text`);
  const order = orderBy.length > 0 ? ` order by ${orderBy.map(({ name }) => quoted(name)).join(", ")}` : "";
  const list = `coalesce(json_agg(json_build_array(${values.join(", ")})${order}), '[]')`;
  const wanted = isSingle ? `$${position}::text` : `any($${position}::text[])`;
  return `(select ${list} from ${quoted(getTableName(key.table))} where ${quoted(key.name)} = ${wanted})`;
}

const quoted = (name: string) => `"${name}"`;

function parse({ columns }: List, list: unknown): Row<Columns>[] {
  const named = Object.entries(columns);
  const rows = list as (string | null)[][];
  return rows.map((values) =>
    Object.fromEntries(named.map(([name, column], at) => [name, fromText(column, values[at] ?? null)])),
  );
}

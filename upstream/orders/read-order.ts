import { getTableColumns, getTableName } from "drizzle-orm";
import type { RawQuery } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import type { OrderRow } from "./load.ts";

const columns = Object.entries(getTableColumns(order));
const names = columns.map(([, { name }]) => `"${name}"`).join(", ");
const text = `select ${names} from ${getTableName(order)} where ref = $1`;

/**
 * The order of that number. Every call about an order begins with this, so its seventy columns are not put into words
 * each time. `lock`: nobody else changes it until the transaction of `query` ends.
 */
export async function readOrder(query: RawQuery, ref: string, lock?: "lock"): Promise<OrderRow | undefined> {
  const { rows } = await query(lock ? `${text} for update` : text, [ref]);
  const [row] = rows;
  if (!row) return undefined;
  const values = columns.map(([name, column]) => {
    const value = row[column.name] ?? null;
    return [name, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as OrderRow;
}

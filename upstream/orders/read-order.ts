import type { RawQuery } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { sqlOf } from "../db/sql/raw-sql.ts";
import type { OrderRow } from "./order-facts-query.ts";

const { table, columns, read } = sqlOf(order);
const text = `select ${columns} from ${table} where ref = $1`;
const locking = `${text} for update`;

/**
 * The order of that number. Every call about an order begins with this, so its seventy columns are not put into words
 * each time. `lock`: nobody else changes it until the transaction of `query` ends.
 */
export async function readOrder(query: RawQuery, ref: string, lock?: "lock"): Promise<OrderRow | undefined> {
  const { rows } = await query(lock ? locking : text, [ref]);
  return rows[0] && read(rows[0]);
}

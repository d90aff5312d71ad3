import type { RawQuery } from "../db/database.ts";
import { order } from "../db/schema/orders.ts";
import { sqlOf } from "../db/sql/raw-sql.ts";
import type { OrderRow } from "./order-facts-query.ts";

const { table, columns, read } = sqlOf(order);
const text = `select ${columns} from ${table} where ref = $1`;
const locking = `${text} for update`;

/**
 * Reads an order by number. The SQL is prepared once, because every call about an order starts with it and it has
 * seventy columns. `lock`: locks the row until the transaction of `query` ends.
 */
export async function readOrder(query: RawQuery, ref: string, lock?: "lock"): Promise<OrderRow | undefined> {
  const { rows } = await query(lock ? locking : text, [ref]);
  return rows[0] && read(rows[0]);
}

import type { RawQuery } from "../database.ts";
import { order } from "../schema/orders.ts";
import { sqlOf } from "./raw-sql.ts";

type OrderRow = typeof order.$inferSelect;

const orders = sqlOf(order);
const byRef = `select ${orders.columns} from ${orders.table} where ref = $1`;
/** Not FOR UPDATE: rows that refer to the order may be inserted meanwhile, such as an email. */
const lockingByRef = `${byRef} for no key update`;

/**
 * Reads an order by number. The text is built once, because every call about an order starts with it and it has
 * seventy columns. `lock`: locks the row until the transaction of `query` ends.
 */
export async function selectOrder(query: RawQuery, ref: string, lock?: "lock"): Promise<OrderRow | undefined> {
  const { rows } = await query(lock ? lockingByRef : byRef, [ref]);
  return rows[0] && orders.read(rows[0]);
}

import type { RawQuery } from "../database.ts";
import { order } from "../schema/orders.ts";
import { sqlOf } from "./raw-sql.ts";

type OrderRow = typeof order.$inferSelect;

const orders = sqlOf(order);
const byRef = `select ${orders.columns} from ${orders.table} where ref = $1`;
/** Not FOR UPDATE: rows that refer to the order may be inserted meanwhile, such as an email. */
const lockingByRef = `select ${orders.columns},
    exists (select 1 from party_block where removed_at is null)
      or exists (select 1 from screening_import where replaced_at is null) as is_compared
  from ${orders.table} where ref = $1 for no key update`;

/**
 * Reads an order by number. The text is built once, because every call about an order starts with it and it has
 * seventy columns.
 */
export async function selectOrder(query: RawQuery, ref: string): Promise<OrderRow | undefined> {
  const { rows } = await query(byRef, [ref]);
  return rows[0] && orders.read(rows[0]);
}

/**
 * The same, locked until the transaction of `query` ends. `isCompared`: there is somebody whom the exchange does not serve, so
 * that what comes to the order has to be compared.
 */
export async function lockOrder(
  query: RawQuery,
  ref: string,
): Promise<{ row: OrderRow; isCompared: boolean } | undefined> {
  const { rows } = await query(lockingByRef, [ref]);
  return rows[0] && { row: orders.read(rows[0]), isCompared: rows[0].is_compared === true };
}

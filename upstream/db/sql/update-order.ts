import type { Tx } from "../database.ts";
import { order, orderEvent } from "../schema/orders.ts";
import { insertSql, runSql, sqlOf, toDriver } from "./raw-sql.ts";

const orders = sqlOf(order);
const newEvents = insertSql(orderEvent, [
  ...(["id", "orderRef", "version", "event", "fromStatus", "fromHoldReason"] as const),
  ...(["toStatus", "by", "actor", "note", "at"] as const),
]);
type NewEvent = Parameters<typeof newEvents.values>[0];

/** Changes some columns of an order and inserts its timeline entry, if there is one, in one statement. */
export async function updateOrder(
  tx: Tx,
  ref: string,
  changed: Partial<typeof order.$inferSelect>,
  entry?: NewEvent,
): Promise<void> {
  const columns = Object.entries(changed).flatMap(([name, value]) => {
    const column = orders.columnOf(name);
    return column ? [{ name: column.name, value: toDriver(column, value) }] : [];
  });
  const set = columns.map(({ name }, at) => `"${name}" = $${at + 2}`).join(", ");
  const update = `update ${orders.table} set ${set} where ref = $1`;
  const values = [ref, ...columns.map(({ value }) => value)];
  if (!entry) await runSql(tx, update, values);
  else {
    const text = `with changed as (${update}) ${newEvents.text(1, values.length + 1)}`;
    await runSql(tx, text, [...values, ...newEvents.values(entry)]);
  }
}

import type { Tx } from "../database.ts";
import { order, orderEvent, payment } from "../schema/orders.ts";
import { outgoing } from "../schema/outgoing.ts";
import { destinationInsert, type NewDestination } from "./destination-statements.ts";
import { insertSql, runTogether, sqlOf } from "./raw-sql.ts";
import type { SqlPart, Writes } from "./writes.ts";

const orders = sqlOf(order);
const movements = sqlOf(outgoing);
const newEvents = insertSql(orderEvent, [
  ...(["id", "orderRef", "version", "event", "fromStatus", "fromHoldReason"] as const),
  ...(["toStatus", "by", "actor", "note", "at"] as const),
]);
const paymentColumns = [
  ...(["id", "orderRef", "rail", "railPaymentId", "asset", "amount", "railFee", "place", "address", "sender"] as const),
  ...(["status", "confirmations", "required", "rateAtSight", "onTime", "seenAt", "finalAt"] as const),
] as const;
const newPayments = insertSql(payment, paymentColumns);
const assignments = paymentColumns.map((name) => `"${payment[name].name}" = excluded."${payment[name].name}"`);
const paymentChange = `on conflict (id) do update set ${assignments.join(", ")} where payment.order_ref = excluded.order_ref`;

type PaymentRow = Parameters<typeof newPayments.values>[0];
type MovementChange = { id: string } & Partial<typeof outgoing.$inferSelect>;
/** What a decision writes of one order, beside the movements that it asks for. */
export type OrderChange = {
  /** New and changed ones. */
  payments: readonly PaymentRow[];
  destinations: readonly NewDestination[];
  movements: readonly MovementChange[];
  columns: Partial<typeof order.$inferSelect>;
  event: Parameters<typeof newEvents.values>[0] | null;
};

/**
 * The writes of a change, under the lock of the order's row. They throw where a payment belongs to another order: a rail that
 * names another one later has a bug.
 */
export function orderWrites(ref: string, change: Partial<OrderChange>): Writes {
  const { payments = [], destinations = [], movements: moved = [], columns = {}, event = null } = change;
  // One statement changes a row only once.
  const lastOfEach = [...new Map(payments.map((row) => [row.id, row])).values()];
  return {
    parts: [
      ...lastOfEach.map(upsertPayment),
      ...(destinations.length > 0 ? [destinationInsert(destinations)] : []),
      ...moved.map(({ id, ...changed }) => movements.update("id", id, changed)),
      ...(Object.keys(columns).length > 0 ? [orders.update("ref", ref, columns)] : []),
      ...(event ? [{ text: newEvents.text(1), values: newEvents.values(event) }] : []),
    ],
    confirm(counts) {
      const foreign = lastOfEach.find((_, at) => counts[at] === 0);
      if (foreign) throw new Error(`The payment ${foreign.id} belongs to another order than ${ref}`);
    },
  };
}

export const saveOrder = (tx: Tx, writes: Writes): Promise<void> => runTogether(tx, writes);

/** Writes no row where the payment belongs to another order. */
const upsertPayment = (row: PaymentRow): SqlPart => ({
  text: `${newPayments.text(1)} ${paymentChange}`,
  values: newPayments.values(row),
});

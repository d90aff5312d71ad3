import { runSql, type SqlTarget } from "./raw-sql.ts";

/**
 * Whether somebody has entered that the payment of an order is disputed, or was refunded at PayPal, and no second person has decided
 * about that, or the order has not heard of it: nothing is booked yet, and nothing of the order may leave meanwhile. `ref`: an expression of SQL, the order's number.
 */
export const isLossEntered = (
  ref: string,
) => `exists (select 1 from paypal_task t join paypal_entry p on p.task = t.number
  where t.order_ref = ${ref} and (p.state = 'waiting' or p.state = 'confirmed' and not p.is_told) and p.kind in ('disputed', 'refunded'))`;

const isDisputed = (ref: string) =>
  `exists (select 1 from exchange_order o where o.ref = ${ref} and o.dispute_flag is not null)`;

/**
 * Why it is not certain that an order's money is ours to send. `dispute`: a case is open or lost, or a loss was entered and waits for
 * its second person. `refunded`: a payment was refunded at its rail after a payout `movement` was asked for.
 */
export type PaymentDoubt = "dispute" | "refunded";

/** The doubt about a movement of an order, as SQL of expressions; null without one. */
export const paymentDoubt = (ref: string, movement: string) => `case
  when ${isDisputed(ref)} or ${isLossEntered(ref)} then 'dispute'
  when exists (select 1 from outgoing m join outgoing r on r.order_ref = m.order_ref and r.kind = 'refund' and r.status = 'sent'
    where m.id = ${movement} and m.kind = 'payout' and r.created_at >= m.created_at) then 'refunded' end`;

/** Whether an order's payment is disputed, by a confirmed case or an entry that waits. */
export async function isPaymentDisputed(target: SqlTarget, ref: string): Promise<boolean> {
  const [row] = await runSql(target, `select ${isDisputed("$1")} or ${isLossEntered("$1")} as disputed`, [ref]);
  return row?.disputed === true;
}

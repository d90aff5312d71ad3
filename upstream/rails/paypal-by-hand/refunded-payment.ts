import { and, asc, eq, inArray, isNotNull, ne, notInArray } from "drizzle-orm";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { outgoing, payment, paypalEntry, paypalTask } from "../../db/schema/index.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import { caseAbout } from "./cases.ts";
import { normalTx } from "./entry-faults.ts";
import { paypalByHand } from "./settings.ts";
import type { TaskRow } from "./task-store.ts";

/** The transaction that an entry says to have gone back, if any; a sentence where it cannot have. */
export type Original = { ofTx: string | null } | { fault: string };

type PaymentRow = typeof payment.$inferSelect;

/**
 * The payment of an invoice that was refunded at PayPal without a task. `payment`: its transaction, as typed; undefined where the
 * order has only one. `amount`: minor units. Refused: a payment that is not booked, one with a refund of ours under way or an open
 * dispute, and more than is left of it.
 */
export async function refundedPayment(
  tx: Tx,
  task: TaskRow,
  { payment: typed, amount }: { payment: string | undefined; amount: bigint },
): Promise<Original> {
  const paid = await bookedPayment(tx, task, typed);
  if (typeof paid === "string") return { fault: paid };
  const ofTx = paid.railPaymentId.toUpperCase();
  const underWay = await refundUnderWay(tx, ofTx);
  if (underWay !== null) return { fault: underWay };
  const dispute = await caseAbout(tx, task, ofTx);
  // The order hears of one end of its money: PayPal pays a payer back by deciding the case.
  if (dispute !== null)
    return { fault: `The case ${dispute} is about this payment: \`tasks dispute-ended\` once PayPal has decided it.` };
  const left = paid.amount - (await refundedOf(tx, ofTx));
  if (amount <= left) return { ofTx };
  const [whole, rest] = [paid.amount, left].map((minor) => formatDecimal(minor, currencyDecimals));
  return { fault: `amount: the payment ${ofTx} was ${whole}, and ${rest} of it is not refunded.` };
}

/** The final payment of a task's order with this transaction, or the only one; a sentence where there is none, or several. */
export async function bookedPayment(tx: Tx, task: TaskRow, typed: string | undefined): Promise<PaymentRow | string> {
  const rows = await tx
    .select()
    .from(payment)
    .where(
      and(
        ...[eq(payment.orderRef, task.orderRef ?? ""), eq(payment.rail, paypalByHand)],
        ...[eq(payment.asset, task.asset), eq(payment.status, "final")],
      ),
    )
    .orderBy(asc(payment.seenAt), asc(payment.id));
  if (typed !== undefined) {
    const id = normalTx(typed);
    const named = rows.find(({ railPaymentId }) => railPaymentId.toUpperCase() === id);
    return named ?? `of: task ${task.number} has no confirmed payment ${id}.`;
  }
  const [only] = rows;
  if (!only) return `Task ${task.number} has no confirmed payment.`;
  if (rows.length === 1) return only;
  return `of: enter which payment with --of: ${rows.map(({ railPaymentId }) => railPaymentId).join(", ")}.`;
}

/** A refund of ours that has not ended: what PayPal shows may be just that one. */
async function refundUnderWay(tx: Tx, ofTx: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: outgoing.id, task: paypalTask.number })
    .from(outgoing)
    .leftJoin(paypalTask, eq(paypalTask.movementId, outgoing.id))
    .where(and(isRefundOf(ofTx), eq(outgoing.status, "sending")));
  if (!row) return null;
  if (row.task === null) return `The payment ${ofTx} is being refunded by ${row.id}: \`payouts list\`.`;
  const [isIt, isNot] = [`tasks paid ${row.task}`, `tasks failed ${row.task}`];
  return `Task ${row.task} refunds the payment ${ofTx}: \`${isIt}\` if this is that refund, or \`${isNot}\` first.`;
}

/** Sent by a task or without one, and what waits for its second person. */
export async function refundedOf(tx: Tx, ofTx: string): Promise<bigint> {
  const sent = await tx
    .select({ tx: outgoing.railTxId, amount: outgoing.amount })
    .from(outgoing)
    .where(and(isRefundOf(ofTx), eq(outgoing.status, "sent"), isNotNull(outgoing.railTxId)));
  const booked = sent.flatMap(({ tx: id }) => id ?? []);
  const entered = await tx
    .select({ amount: paypalEntry.amount })
    .from(paypalEntry)
    .where(
      and(
        ...[eq(paypalEntry.kind, "refunded"), eq(paypalEntry.ofTx, ofTx), ne(paypalEntry.state, "refused")],
        booked.length === 0 ? undefined : notInArray(paypalEntry.tx, booked),
      ),
    );
  return [...sent, ...entered].reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

/** A refund's account is the payment that it goes back to. */
const isRefundOf = (ofTx: string) =>
  and(
    ...[eq(outgoing.rail, paypalByHand), eq(outgoing.kind, "refund")],
    inArray(outgoing.account, [ofTx, ofTx.toLowerCase()]),
  );

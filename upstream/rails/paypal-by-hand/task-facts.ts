import { and, eq, ne } from "drizzle-orm";
import { shownRef } from "../../../contract/order/order-number.ts";
import type { Orm } from "../../db/database.ts";
import { order, outgoing, payment, paypalEntry } from "../../db/schema/index.ts";
import { isTx } from "./entry-faults.ts";
import { paypalByHand } from "./settings.ts";
import type { TaskRow } from "./task-store.ts";

type Reader = Pick<Orm, "select">;

/** Whom a task is about. `account`: whom to pay, or who gets the invoice; null once it was erased. */
export type TaskParty = {
  account: string | null;
  name: string | null;
  /** The payment that a refund goes back to; null for other tasks. */
  refundOf: string | null;
  orderRef: string | null;
  withdrawalId: string | null;
};

/** Read from the movement or the order: a task keeps no personal data of its own. */
export async function partyOf(reader: Reader, { movementId, orderRef }: TaskRow): Promise<TaskParty> {
  const [movement] = await reader
    .select({ account: outgoing.account, orderRef: outgoing.orderRef, withdrawalId: outgoing.withdrawalId })
    .from(outgoing)
    .where(eq(outgoing.id, movementId ?? ""));
  const ref = movement?.orderRef ?? orderRef;
  const [ofOrder] = await reader
    .select({ payer: order.payinAccount, extra: order.payoutExtra })
    .from(order)
    .where(eq(order.ref, ref ?? ""));
  const owner = { orderRef: ref, withdrawalId: movement?.withdrawalId ?? null };
  const payer = ofOrder?.payer ?? null;
  if (!movement) return { ...owner, account: payer, name: null, refundOf: null };
  // A refund's account is the transaction that it refunds: PayPal sends it to whoever has paid.
  if (isTx(movement.account)) return { ...owner, account: payer, name: null, refundOf: movement.account };
  // An erased account is empty.
  return { ...owner, account: movement.account || null, name: ofOrder?.extra.full_name ?? null, refundOf: null };
}

/** What has this transaction of PayPal already, for people; null where nothing has. */
export async function usedBy(tx: Reader, id: string): Promise<string | null> {
  const [entry] = await tx
    .select({ task: paypalEntry.task })
    .from(paypalEntry)
    .where(and(eq(paypalEntry.tx, id), ne(paypalEntry.state, "refused")));
  if (entry) return `task ${entry.task}`;
  const [paid] = await tx
    .select({ ref: payment.orderRef })
    .from(payment)
    .where(and(eq(payment.rail, paypalByHand), eq(payment.railPaymentId, id)));
  if (paid) return `order ${shownRef(paid.ref)}`;
  const [sent] = await tx
    .select({ id: outgoing.id })
    .from(outgoing)
    .where(and(eq(outgoing.rail, paypalByHand), eq(outgoing.railTxId, id)));
  return sent ? `payout ${sent.id}` : null;
}

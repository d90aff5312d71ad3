import { formatDecimal } from "../../../contract/values/decimal.ts";
import type { Tx } from "../../db/database.ts";
import { currencyDecimals } from "../../market/rules/currency-assets.ts";
import { readCases, willBeBlocked } from "./cases.ts";
import { bookedPayment, refundedOf } from "./refunded-payment.ts";
import type { EntryRow, TaskRow } from "./task-store.ts";

/** What a case is about: a payment of the invoice, and how much of it in minor units. */
export type DisputedPart = { ofTx: string; amount: bigint };

/**
 * The disputed part of a payment. `payment`: its transaction, as typed; undefined where the order has only one. `amount`: minor
 * units; null for all that is left of it. Refused with a sentence: a case that was entered before, a payment that is not booked, and
 * more than is neither refunded nor disputed.
 */
export async function disputedPart(
  tx: Tx,
  task: TaskRow,
  { caseId, payment, amount: typed }: { caseId: string; payment: string | undefined; amount: bigint | null },
): Promise<DisputedPart | { fault: string }> {
  const paid = await bookedPayment(tx, task, payment);
  if (typeof paid === "string") return { fault: paid };
  const cases = await readCases(tx, task);
  if (cases.some((dispute) => dispute.caseId === caseId)) return { fault: `case: ${caseId} was entered before.` };
  const ofTx = paid.railPaymentId.toUpperCase();
  const left = await leftOf(tx, task, { ofTx, paid: paid.amount });
  const amount = typed ?? left;
  if (amount > 0n && amount <= left) return { ofTx, amount };
  const [whole, rest] = [paid.amount, left].map((minor) => formatDecimal(minor, currencyDecimals));
  return { fault: `amount: the payment ${ofTx} was ${whole}, and ${rest} of it is neither refunded nor disputed.` };
}

/** Of a payment, what is neither refunded nor disputed. Minor units. `except`: a case that is not counted. */
async function leftOf(
  tx: Tx,
  task: TaskRow,
  { ofTx, paid, except }: { ofTx: string; paid: bigint; except?: string | null },
): Promise<bigint> {
  const disputed = (await readCases(tx, task))
    // Of a case that the order's own command has opened nobody knows the payment: it may be this one.
    .filter((dispute) => (dispute.ofTx ?? ofTx) === ofTx && dispute.caseId !== except && willBeBlocked(dispute))
    .reduce((sum, { amount }) => sum + amount, 0n);
  return paid - (await refundedOf(tx, ofTx)) - disputed;
}

/** Why an entry about a case or a refund cannot be confirmed any more, so that its order would not take it; null where it can. */
export async function whyNotConfirmed(tx: Tx, task: TaskRow, entry: EntryRow): Promise<string | null> {
  const { kind, caseId, ofTx, amount } = entry;
  if (kind === "dispute_won" || kind === "dispute_lost") {
    const ended = (await readCases(tx, task)).find((dispute) => dispute.caseId === caseId);
    return ended?.booked === "open" ? null : `The case ${caseId} is over for its order: \`tasks reject ${entry.id}\`.`;
  }
  if (ofTx === null || amount === null) return null;
  if (kind === "refunded") return whyNotRefunded(tx, task, { id: entry.id, ofTx });
  if (kind !== "disputed") return null;
  const paid = await bookedPayment(tx, task, ofTx);
  if (typeof paid !== "string" && amount <= (await leftOf(tx, task, { ofTx, paid: paid.amount, except: caseId })))
    return null;
  return `The payment ${ofTx} was refunded meanwhile, or has vanished: \`tasks reject ${entry.id}\`.`;
}

/** A payment that is not booked any more was taken back: nobody can have refunded it as well. */
async function whyNotRefunded(
  tx: Tx,
  task: TaskRow,
  { id, ofTx }: { id: string; ofTx: string },
): Promise<string | null> {
  const paid = await bookedPayment(tx, task, ofTx);
  return typeof paid === "string" ? `The payment ${ofTx} is not booked any more: \`tasks reject ${id}\`.` : null;
}

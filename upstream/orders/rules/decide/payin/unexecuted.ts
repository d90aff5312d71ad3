import { accounts } from "../../../../ledger/rules/booking.ts";
import { availableAt, balanceOf } from "../../../../ledger/rules/order-ledger.ts";
import { smaller } from "../../../../shared/rules/smaller.ts";
import { activePayments } from "../../condition.ts";
import { customerAccount, type DecisionDraft, forced, post } from "../../decision-draft.ts";
import { resume } from "../resume.ts";

/**
 * An order that was never executed. Its payment address may be known all the same: it is issued before the order is
 * executed, which may then be refused, and PayPal sends invoices to the payer itself.
 */
export const isUnexecuted = ({ order }: DecisionDraft) => order.payinMethod === null;

/** An executed order that ended without a payment has none to take back. */
export const isOverUnpaid = (draft: DecisionDraft) =>
  !isUnexecuted(draft) && ["expired", "cancelled"].includes(draft.order.status);

/** Where a payment is booked: without an agreed exchange it is kept as unclaimed, for an operator to return. */
export const holderOf = (draft: DecisionDraft, asset: string) =>
  isUnexecuted(draft) ? accounts.unclaimed(asset) : customerAccount(draft, asset);

/**
 * The rail has taken back a payment to an order that was never executed. What was paid out of it is gone, and what else is kept
 * as unclaimed is of others: our reserve bears the rest. Returns the id of the last transfer booked.
 */
export function returnUnclaimed(
  draft: DecisionDraft,
  movement: { credit: string; asset: string; amount: bigint; code: "dispute" | "refund" },
  name = "unclaimed-back",
): string {
  const { asset, amount } = movement;
  const holder = accounts.unclaimed(asset);
  const covered = smaller(availableAt(draft.entries, holder), amount);
  forced(draft, name, { ...movement, amount: covered, debit: holder });
  forced(draft, `${name}-ours`, { ...movement, amount: amount - covered, debit: accounts.reserve(asset) });
  return draft.bookings.at(-1)?.id ?? draft.order.ref;
}

/** The customer executes the order after all: what it has received counts at the price accepted now. */
export function claimPayments(draft: DecisionDraft): undefined {
  const payments = activePayments(draft);
  if (payments.length === 0) return;
  for (const asset of new Set(payments.map((payment) => payment.asset))) {
    const amount = balanceOf(draft.entries, accounts.unclaimed(asset));
    const movement = { debit: accounts.unclaimed(asset), credit: customerAccount(draft, asset), asset, amount };
    if (amount > 0n) post(draft, `claimed-${asset}`, { ...movement, code: "adjustment" });
  }
  for (const payment of payments) payment.onTime = "in_window";
  resume(draft);
}

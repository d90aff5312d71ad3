import { accounts } from "../../../../ledger/rules/booking.ts";
import { availableAt, balanceOf } from "../../../../ledger/rules/order-ledger.ts";
import { smaller } from "../../../../shared/rules/smaller.ts";
import { activePayments } from "../../condition.ts";
import { customerAccount, type DecisionBuilder, forced, post } from "../../decision-builder.ts";
import { resume } from "../resume.ts";

/**
 * An order that was never executed. Its payment address may be known all the same: it is issued before the order is
 * executed, which may then be refused, and PayPal sends invoices to the payer itself.
 */
export const isUnexecuted = ({ order }: DecisionBuilder) => order.payinMethod === null;

/** An executed order that ended without a payment has none to take back. */
export const isOverUnpaid = (decision: DecisionBuilder) =>
  !isUnexecuted(decision) && ["expired", "cancelled"].includes(decision.order.status);

/** Where a payment is booked: without an agreed exchange it is kept as unclaimed, for an operator to return. */
export const holderOf = (decision: DecisionBuilder, asset: string) =>
  isUnexecuted(decision) ? accounts.unclaimed(asset) : customerAccount(decision, asset);

/**
 * The rail has taken back a payment to an order that was never executed. What was paid out of it is gone, and what else is kept
 * as unclaimed is of others: our reserve bears the rest. Returns the id of the last transfer booked.
 */
export function returnUnclaimed(
  decision: DecisionBuilder,
  movement: { credit: string; asset: string; amount: bigint; code: "dispute" | "refund" },
  name = "unclaimed-back",
): string {
  const { asset, amount } = movement;
  const holder = accounts.unclaimed(asset);
  const covered = smaller(availableAt(decision.entries, holder), amount);
  forced(decision, name, { ...movement, amount: covered, debit: holder });
  forced(decision, `${name}-ours`, { ...movement, amount: amount - covered, debit: accounts.reserve(asset) });
  return decision.bookings.at(-1)?.id ?? decision.order.ref;
}

/** Its rail has paid back all that had arrived for an order that was never executed: there is nothing to exchange. */
export function isPaidBack(decision: DecisionBuilder): boolean {
  const payments = activePayments(decision);
  const isGone = ({ status, asset }: (typeof payments)[number]) =>
    status === "final" && balanceOf(decision.entries, accounts.unclaimed(asset)) <= 0n;
  return payments.length > 0 && payments.every(isGone);
}

/** The customer executes the order after all: what it has received counts at the price accepted now. */
export function claimPayments(decision: DecisionBuilder): undefined {
  const payments = activePayments(decision);
  if (payments.length === 0) return;
  for (const asset of new Set(payments.map((payment) => payment.asset))) {
    const amount = balanceOf(decision.entries, accounts.unclaimed(asset));
    const movement = { debit: accounts.unclaimed(asset), credit: customerAccount(decision, asset), asset, amount };
    if (amount > 0n) post(decision, `claimed-${asset}`, { ...movement, code: "adjustment" });
  }
  for (const payment of payments) payment.onTime = "in_window";
  resume(decision);
}

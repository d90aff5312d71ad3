import { accounts, type TransferCode } from "../../../../ledger/rules/booking.ts";
import { allottedOf, availableAt, convertedOf, type OrderEntry } from "../../../../ledger/rules/order-ledger.ts";
import {
  customerAccount,
  type DecisionBuilder,
  forced,
  fromAccount,
  post,
  toAccount,
  toAvailable,
} from "../../decision-builder.ts";
import { isMoneyHere, wrongAssets } from "../order-predicates.ts";

/** Money a rail has taken back, in the order's own asset or in a wrong one. */
type Loss = { credit: string; asset: string; amount: bigint; code: TransferCode };

/**
 * Books a loss. The customer's money in this order bears it first, after undoing an exchange that was not sent; the
 * reserve bears the rest as a forced transfer, under these names. Returns the id of the last transfer booked.
 */
export function takeLoss(
  decision: DecisionBuilder,
  { credit, asset, amount, code }: Loss,
  names: { ofHolder: string; ours: string } = { ofHolder: "loss", ours: "loss-ours" },
): string {
  const before = decision.bookings.length;
  if (asset === decision.order.fromAsset)
    undoExchange(decision, "lost", amount - availableAt(decision.entries, fromAccount(decision)));
  const customer = customerAccount(decision, asset);
  const free = availableAt(decision.entries, customer);
  const covered = free < amount ? free : amount;
  // Forced as well, since no cash at the rail is needed. The customer's account always covers its part.
  forced(decision, names.ofHolder, { debit: customer, credit, asset, amount: covered, code });
  forced(decision, names.ours, { debit: accounts.reserve(asset), credit, asset, amount: amount - covered, code });
  return decision.bookings.slice(before).at(-1)?.id ?? decision.order.ref;
}

/**
 * A payout that was returned or not sent first repays what the reserve lost to a reversed payment; only the rest is the
 * customer's. See docs/decisions/025. Returns whether nothing is left.
 */
export function coverLoss(decision: DecisionBuilder): boolean {
  const { fromAsset } = decision.order;
  const here = toAvailable(decision);
  const undone = undoExchange(decision, "made-good", lossOf(decision, fromAsset));
  repay(decision, fromAsset, undone);
  // A rest too small to be worth a unit of the pay-in asset is repaid as well.
  return here > 0n && toAvailable(decision) === 0n;
}

/**
 * The same for a refund that was not sent, in the order's own asset and in a wrong one: while it was on hold, its money
 * could not cover a reversed payment. Returns whether nothing is left to refund.
 */
export function coverLossFromRefund(decision: DecisionBuilder): boolean {
  const { order } = decision;
  const repaid = [order.fromAsset, ...wrongAssets(decision)].filter((asset) => {
    const free = availableAt(decision.entries, customerAccount(decision, asset));
    const borne = lossOf(decision, asset);
    return repay(decision, asset, borne < free ? borne : free);
  });
  if (repaid.length === 0 || isMoneyHere(decision)) return false;
  // A reversed payment in a wrong asset does not affect an exchange that was made.
  if (repaid.includes(order.fromAsset) || order.restingStatus !== "completed")
    order.restingStatus = statusOfLoss(decision);
  return true;
}

/** Final status of an order that has lost its payment: refunded at the rail, or reversed by payer or network. */
export function statusOfLoss({ order, outgoing }: DecisionBuilder): "refunded" | "charged_back" {
  const refunds = outgoing.filter(({ kind, status, asset }) => {
    return kind === "refund" && status === "sent" && asset === order.fromAsset;
  });
  const back = refunds.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  return back >= order.received && order.received > 0n ? "refunded" : "charged_back";
}

/** Returns whether there was anything to repay. */
function repay(decision: DecisionBuilder, asset: string, amount: bigint): boolean {
  if (amount <= 0n) return false;
  const postingName = asset === decision.order.fromAsset ? "make-good" : `make-good-${asset}`;
  const toReserve = { debit: customerAccount(decision, asset), credit: accounts.reserve(asset), asset, amount };
  post(decision, postingName, { ...toReserve, code: "dispute" });
  return true;
}

/** What the reserve has lost to reversals of this order's payments in this asset and not been repaid. */
export function lossOf(decision: DecisionBuilder, asset: string): bigint {
  const reserveAccounts = [accounts.reserve(asset), accounts.shortfall(asset)];
  const customer = customerAccount(decision, asset);
  const losses = decision.entries.filter((entry) => {
    return entry.kind === "posted" && entry.asset === asset && (entry.code === "dispute" || entry.code === "refund");
  });
  const borne = losses.filter(({ debit, credit }) => reserveAccounts.includes(debit) && credit.startsWith("assets:"));
  const madeGood = losses.filter(({ debit, credit }) => debit === customer && reserveAccounts.includes(credit));
  return total(borne) - total(madeGood);
}

const total = (entries: OrderEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);

/** Undoes as much of the unsent exchange as covers `needed`; returns the amount undone in the pay-in asset. */
function undoExchange(decision: DecisionBuilder, reason: string, needed: bigint): bigint {
  const { ref, fromAsset, toAsset } = decision.order;
  const here = toAvailable(decision);
  if (here <= 0n || needed <= 0n) return 0n;
  const worth = (convertedOf(decision.entries, ref, fromAsset) * here) / allottedOf(decision.entries, ref, toAsset);
  const undone = needed < worth ? needed : worth;
  // Rounded up: the rest of the payout must not be worth more than the rest of the payment.
  const unpaid = undone === worth ? here : (here * undone + worth - 1n) / worth;
  post(decision, `unpay-${reason}`, {
    debit: toAccount(decision),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: unpaid,
    code: "payout_hold",
  });
  // Forced: the rail has taken the money already, so the reserve must bear it.
  forced(decision, `unconvert-${reason}`, {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(decision),
    asset: fromAsset,
    amount: undone,
    code: "conversion",
  });
  return undone;
}

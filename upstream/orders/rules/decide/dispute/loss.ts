import { accounts, type TransferCode } from "../../../../ledger/rules/booking.ts";
import { allottedOf, availableAt, convertedOf, type OrderEntry } from "../../../../ledger/rules/order-ledger.ts";
import {
  customerAccount,
  type DecisionDraft,
  forced,
  fromAccount,
  post,
  toAccount,
  toAvailable,
} from "../../decision-draft.ts";
import { isMoneyHere, wrongAssets } from "../order-predicates.ts";

/** Money a rail has taken back, in the order's own asset or in a wrong one. */
type Loss = { credit: string; asset: string; amount: bigint; code: TransferCode };

/**
 * Books a loss. The customer's money in this order bears it first, after undoing an exchange that was not sent; the
 * reserve bears the rest as a forced transfer, under these names. Returns the id of the last transfer booked.
 */
export function takeLoss(
  draft: DecisionDraft,
  { credit, asset, amount, code }: Loss,
  names: { ofHolder: string; ours: string } = { ofHolder: "loss", ours: "loss-ours" },
): string {
  const before = draft.bookings.length;
  if (asset === draft.order.fromAsset)
    undoExchange(draft, "lost", amount - availableAt(draft.entries, fromAccount(draft)));
  const customer = customerAccount(draft, asset);
  const free = availableAt(draft.entries, customer);
  const covered = free < amount ? free : amount;
  // Forced as well, since no cash at the rail is needed. The customer's account always covers its part.
  forced(draft, names.ofHolder, { debit: customer, credit, asset, amount: covered, code });
  forced(draft, names.ours, { debit: accounts.reserve(asset), credit, asset, amount: amount - covered, code });
  return draft.bookings.slice(before).at(-1)?.id ?? draft.order.ref;
}

/**
 * A payout that was returned or not sent first repays what the reserve lost to a reversed payment; only the rest is the
 * customer's. See docs/decisions/025. Returns whether nothing is left.
 */
export function coverLoss(draft: DecisionDraft): boolean {
  const { fromAsset } = draft.order;
  const here = toAvailable(draft);
  const undone = undoExchange(draft, "made-good", lossOf(draft, fromAsset));
  repay(draft, fromAsset, undone);
  // A rest too small to be worth a unit of the pay-in asset is repaid as well.
  return here > 0n && toAvailable(draft) === 0n;
}

/**
 * The same for a refund that was not sent, in the order's own asset and in a wrong one: while it was on hold, its money
 * could not cover a reversed payment. Returns whether nothing is left to refund.
 */
export function coverLossFromRefund(draft: DecisionDraft): boolean {
  const { order } = draft;
  const repaid = [order.fromAsset, ...wrongAssets(draft)].filter((asset) => {
    const free = availableAt(draft.entries, customerAccount(draft, asset));
    const borne = lossOf(draft, asset);
    return repay(draft, asset, borne < free ? borne : free);
  });
  if (repaid.length === 0 || isMoneyHere(draft)) return false;
  // A reversed payment in a wrong asset does not affect an exchange that was made.
  if (repaid.includes(order.fromAsset) || order.restingStatus !== "completed")
    order.restingStatus = statusOfLoss(draft);
  return true;
}

/** Final status of an order that has lost its payment: refunded at the rail, or reversed by payer or network. */
export function statusOfLoss({ order, outgoing }: DecisionDraft): "refunded" | "charged_back" {
  const refunds = outgoing.filter(({ kind, status, asset }) => {
    return kind === "refund" && status === "sent" && asset === order.fromAsset;
  });
  const back = refunds.reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
  return back >= order.received && order.received > 0n ? "refunded" : "charged_back";
}

/** Returns whether there was anything to repay. */
function repay(draft: DecisionDraft, asset: string, amount: bigint): boolean {
  if (amount <= 0n) return false;
  const what = asset === draft.order.fromAsset ? "make-good" : `make-good-${asset}`;
  const toReserve = { debit: customerAccount(draft, asset), credit: accounts.reserve(asset), asset, amount };
  post(draft, what, { ...toReserve, code: "dispute" });
  return true;
}

/** What the reserve has lost to reversals of this order's payments in this asset and not been repaid. */
export function lossOf(draft: DecisionDraft, asset: string): bigint {
  const ours = [accounts.reserve(asset), accounts.shortfall(asset)];
  const customer = customerAccount(draft, asset);
  const losses = draft.entries.filter((entry) => {
    return entry.kind === "posted" && entry.asset === asset && (entry.code === "dispute" || entry.code === "refund");
  });
  const borne = losses.filter(({ debit, credit }) => ours.includes(debit) && credit.startsWith("assets:"));
  const madeGood = losses.filter(({ debit, credit }) => debit === customer && ours.includes(credit));
  return total(borne) - total(madeGood);
}

const total = (entries: OrderEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);

/** Undoes as much of the unsent exchange as covers `needed`; returns the amount undone in the pay-in asset. */
function undoExchange(draft: DecisionDraft, reason: string, needed: bigint): bigint {
  const { ref, fromAsset, toAsset } = draft.order;
  const here = toAvailable(draft);
  if (here <= 0n || needed <= 0n) return 0n;
  const worth = (convertedOf(draft.entries, ref, fromAsset) * here) / allottedOf(draft.entries, ref, toAsset);
  const undone = needed < worth ? needed : worth;
  // Rounded up: the rest of the payout must not be worth more than the rest of the payment.
  const unpaid = undone === worth ? here : (here * undone + worth - 1n) / worth;
  post(draft, `unpay-${reason}`, {
    debit: toAccount(draft),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: unpaid,
    code: "payout_hold",
  });
  // Forced: the rail has taken the money already, so the reserve must bear it.
  forced(draft, `unconvert-${reason}`, {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(draft),
    asset: fromAsset,
    amount: undone,
    code: "conversion",
  });
  return undone;
}

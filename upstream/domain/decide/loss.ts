import {
  customerAccount,
  type DecisionDraft,
  forced,
  fromAccount,
  post,
  toAccount,
  toFree,
} from "../decision-draft.ts";
import { accounts, type TransferCode } from "../ledger/booking.ts";
import { allottedOf, convertedOf, freeOf, type OrderEntry } from "../ledger/order-ledger.ts";
import { isMoneyHere, wrongAssets } from "./order-predicates.ts";

/** What a rail took back of the money it had brought, in the order's own asset or in a wrong one. */
type Loss = { credit: string; asset: string; amount: bigint; code: TransferCode };

/**
 * Taken from the customer's money in this order as far as that reaches, an exchange that was not sent yet undone
 * first; only the rest is a fact against the reserve. Answers the id of a transfer that says so.
 */
export function takeLoss(draft: DecisionDraft, { credit, asset, amount, code }: Loss): string {
  const before = draft.bookings.length;
  if (asset === draft.order.fromAsset) undoExchange(draft, "lost", amount - freeOf(draft.entries, fromAccount(draft)));
  const customer = customerAccount(draft, asset);
  const free = freeOf(draft.entries, customer);
  const own = free < amount ? free : amount;
  // A fact too, since it needs no cash at the rail; the customer's side always reaches as far as `own`.
  forced(draft, "loss", { debit: customer, credit, asset, amount: own, code });
  forced(draft, "loss-ours", { debit: accounts.reserve(asset), credit, asset, amount: amount - own, code });
  return draft.bookings.slice(before).at(-1)?.id ?? draft.order.ref;
}

/**
 * A payout that came back, or was not sent after all, first makes good what the reserve has borne because the payment
 * was taken back meanwhile; only the rest is the customer's. See docs/decisions/025. Answers whether nothing is left.
 */
export function makeGood(draft: DecisionDraft): boolean {
  const { fromAsset } = draft.order;
  const undone = undoExchange(draft, "made-good", borneOf(draft, fromAsset));
  repay(draft, fromAsset, undone);
  return undone > 0n && toFree(draft) === 0n;
}

/**
 * The same of a refund that was not sent, in the order's own asset and in a wrong one: while it was promised, nobody
 * could take its money for a payment that was taken back. Answers whether that left nothing to send back.
 */
export function makeGoodOfRefund(draft: DecisionDraft): boolean {
  const { order } = draft;
  const repaid = [order.fromAsset, ...wrongAssets(draft)].filter((asset) => {
    const free = freeOf(draft.entries, customerAccount(draft, asset));
    const borne = borneOf(draft, asset);
    return repay(draft, asset, borne < free ? borne : free);
  });
  if (repaid.length === 0 || isMoneyHere(draft)) return false;
  // A wrong payment that is gone again changes nothing of an exchange that was made.
  if (repaid.includes(order.fromAsset) || order.restingStatus !== "completed") order.restingStatus = "charged_back";
  return true;
}

/** Answers whether there was anything to repay. */
function repay(draft: DecisionDraft, asset: string, amount: bigint): boolean {
  if (amount <= 0n) return false;
  const what = asset === draft.order.fromAsset ? "make-good" : `make-good-${asset}`;
  const toReserve = { debit: customerAccount(draft, asset), credit: accounts.reserve(asset), asset, amount };
  post(draft, what, { ...toReserve, code: "dispute" });
  return true;
}

/** What the reserve has lost by this order's payments in this asset and not got back out of what did not leave. */
function borneOf(draft: DecisionDraft, asset: string): bigint {
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

/** Of what is exchanged and still here, what is worth `needed`, as far as it reaches; answers how much that was. */
function undoExchange(draft: DecisionDraft, why: string, needed: bigint): bigint {
  const { ref, fromAsset, toAsset } = draft.order;
  const here = toFree(draft);
  if (here <= 0n || needed <= 0n) return 0n;
  const worth = (convertedOf(draft.entries, ref, fromAsset) * here) / allottedOf(draft.entries, ref, toAsset);
  const undone = needed < worth ? needed : worth;
  // Rounded up: the rest of the payout must not be worth more than what is left of the payment.
  const unpaid = undone === worth ? here : (here * undone + worth - 1n) / worth;
  post(draft, `unpay-${why}`, {
    debit: toAccount(draft),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: unpaid,
    code: "payout_hold",
  });
  // The reserve cannot refuse this: the rail has taken it already.
  forced(draft, `unconvert-${why}`, {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(draft),
    asset: fromAsset,
    amount: undone,
    code: "conversion",
  });
  return undone;
}

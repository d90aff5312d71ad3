import { accounts, type TransferCode } from "../booking.ts";
import { allottedOf, convertedOf, freeOf } from "../order-ledger.ts";
import { customerAccount, fact, fromAccount, post, type Turn, toAccount, toFree } from "../turn.ts";

/** What a rail took back of the money it had brought, in the order's own asset or in a wrong one. */
type Loss = { credit: string; asset: string; amount: bigint; code: TransferCode };

/**
 * Taken from the customer's money in this order as far as that reaches, an exchange that was not sent yet undone
 * first; only the rest is a fact against the reserve. Answers the id of a transfer that says so.
 */
export function takeLoss(turn: Turn, { credit, asset, amount, code }: Loss): string {
  const before = turn.bookings.length;
  if (asset === turn.order.fromAsset) undoExchange(turn, amount);
  const customer = customerAccount(turn, asset);
  const free = freeOf(turn.entries, customer);
  const own = free < amount ? free : amount;
  // A fact too, since it needs no cash at the rail; the customer's side always reaches as far as `own`.
  fact(turn, "loss", { debit: customer, credit, asset, amount: own, code });
  fact(turn, "loss-ours", { debit: accounts.reserve(asset), credit, asset, amount: amount - own, code });
  return turn.bookings.slice(before).at(-1)?.id ?? turn.order.ref;
}

/** Of what is exchanged and still here, as much as is needed to cover `amount` together with what was never exchanged. */
function undoExchange(turn: Turn, amount: bigint): undefined {
  const { ref, fromAsset, toAsset } = turn.order;
  const needed = amount - freeOf(turn.entries, fromAccount(turn));
  const here = toFree(turn);
  if (here <= 0n || needed <= 0n) return;
  const worth = (convertedOf(turn.entries, ref, fromAsset) * here) / allottedOf(turn.entries, ref, toAsset);
  const undone = needed < worth ? needed : worth;
  // Rounded up: the rest of the payout must not be worth more than what is left of the payment.
  const unpaid = undone === worth ? here : (here * undone + worth - 1n) / worth;
  post(turn, "unpay-lost", {
    debit: toAccount(turn),
    credit: accounts.reserve(toAsset),
    asset: toAsset,
    amount: unpaid,
    code: "payout_hold",
  });
  // The reserve cannot refuse this: the rail has taken it already.
  fact(turn, "unconvert-lost", {
    debit: accounts.reserve(fromAsset),
    credit: fromAccount(turn),
    asset: fromAsset,
    amount: undone,
    code: "conversion",
  });
}

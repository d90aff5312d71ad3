import { type DecisionDraft, forced } from "../../decision-draft.ts";
import { placeAccount } from "../../ledger/booking.ts";
import { arrivalOf } from "../../ledger/order-ledger.ts";
import { sweepGoneOf, sweptBack } from "../../ledger/sweep-postings.ts";
import type { PaymentFact } from "../../order-facts.ts";

/**
 * The account from which a rail takes `amount` of a payment back: where the payment lies. What a sweep has moved from
 * there comes back first, from where the rail pays out.
 */
export function takenFrom(
  draft: DecisionDraft,
  payment: Pick<PaymentFact, "place" | "rail" | "railPaymentId" | "asset">,
  amount: bigint,
): string {
  const { place, rail, asset } = payment;
  const account = placeAccount(place, rail, asset);
  if (place === "hot") return account;
  const { sweptIn: sweep, atDeposits } = draft.facts;
  const back = sweptBack({ rail, asset }, { taken: amount, there: sweep === null ? (atDeposits[account] ?? 0n) : 0n });
  const arrival = arrivalOf(draft.entries, payment);
  if (back) forced(draft, sweep === null ? "back-swept" : sweepGoneOf({ id: sweep }, arrival), back);
  return account;
}

import { type DecisionDraft, forced } from "../../decision-draft.ts";
import { placeAccount } from "../../ledger/booking.ts";
import { sweptBack } from "../../ledger/sweep-postings.ts";
import type { PaymentFact } from "../../order-facts.ts";

/**
 * The account from which a rail takes `amount` of a payment back: where the payment lies. What a sweep has moved from
 * there comes back first, from where the rail pays out.
 */
export function takenFrom(
  draft: DecisionDraft,
  { place, rail, asset }: Pick<PaymentFact, "place" | "rail" | "asset">,
  amount: bigint,
): string {
  const account = placeAccount(place, rail, asset);
  if (place === "hot") return account;
  const there = draft.facts.atDeposits[account] ?? 0n;
  const back = sweptBack({ rail, asset }, { taken: amount, there });
  if (back) forced(draft, "back-swept", back);
  return account;
}

import { placeAccount } from "../../../../ledger/rules/booking.ts";
import { sweptBack } from "../../../../ledger/rules/sweep-postings.ts";
import { type DecisionDraft, forced } from "../../decision-draft.ts";
import type { PaymentFact } from "../../order-facts.ts";

/**
 * The account from which a rail takes a payment back: where it arrived. What a sweep has moved from there comes back first,
 * from where the rail pays out.
 */
export function takenFrom(
  draft: DecisionDraft,
  { place, rail, asset, amount }: Pick<PaymentFact, "place" | "rail" | "asset" | "amount">,
  arrival: string,
): string {
  const account = placeAccount(place, rail, asset);
  if (place === "hot") return account;
  const address = draft.facts.atAddress[account];
  const back = address ? sweptBack({ rail, asset }, { arrival, amount, address }) : null;
  if (back) forced(draft, back.id, back);
  return account;
}

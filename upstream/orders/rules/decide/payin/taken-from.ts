import { placeAccount } from "../../../../ledger/rules/booking.ts";
import { sweptBack } from "../../../../ledger/rules/sweep-postings.ts";
import { type DecisionBuilder, forced } from "../../decision-builder.ts";
import type { PaymentFact } from "../../order-facts.ts";

/**
 * The account from which a rail takes a payment back: where it arrived. What a sweep has moved from there comes back first,
 * from where the rail pays out.
 */
export function takenFrom(
  decision: DecisionBuilder,
  { place, rail, asset, amount }: Pick<PaymentFact, "place" | "rail" | "asset" | "amount">,
  arrival: string,
): string {
  const account = placeAccount(place, rail, asset);
  if (place === "hot") return account;
  const address = decision.facts.atAddress[account];
  const back = address ? sweptBack({ rail, asset }, { arrival, amount, address }) : null;
  if (back) forced(decision, back.id, back);
  return account;
}

import { takeLoss } from "../decide/loss.ts";
import { draftDecision, toBalance } from "../decision-draft.ts";
import type { OrderFacts } from "../order-facts.ts";
import { accounts } from "./booking.ts";

/** Where our side of an exchange is: not owed yet, still here, on its way (it cannot be called back), or gone. */
export type PayoutState = "none" | "blocked" | "under_way" | "gone";

/** What is disputed, and how much of that we would lose; minor units of what came in. */
type Exposure = { asset: string; disputed: bigint; atStake: bigint; payout: PayoutState };

/**
 * What losing every open dispute of an order would cost us: the loss is booked on a copy, by the rule that would book
 * it, so money of the customer that still lies here bears it first. While a payout is under way all of it counts.
 */
export function exposureOf(facts: OrderFacts): Exposure {
  const asset = facts.order.fromAsset;
  const payout = payoutState(facts);
  const open = facts.order.disputes.filter(({ state }) => state === "open" || state === "lost_meanwhile");
  const disputed = open.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (disputed === 0n || payout === "under_way") return { asset, disputed, atStake: disputed, payout };
  const draft = draftDecision(facts);
  takeLoss(draft, { credit: accounts.rail("disputed", asset), asset, amount: disputed, code: "dispute" });
  const ours = draft.bookings.flatMap((booking) =>
    booking.do === "forced" && booking.code === "dispute" && booking.debit === accounts.reserve(asset)
      ? [booking.amount]
      : [],
  );
  return { asset, disputed, atStake: ours.reduce((sum, amount) => sum + amount, 0n), payout };
}

function payoutState(facts: OrderFacts): PayoutState {
  if (facts.outgoing.some(({ kind, status }) => kind === "payout" && status === "sending")) return "under_way";
  if (facts.order.sent > 0n) return "gone";
  return facts.order.received > 0n || toBalance(draftDecision(facts)) > 0n ? "blocked" : "none";
}

import { accounts } from "../../ledger/rules/booking.ts";
import { takeLoss } from "./decide/dispute/loss.ts";
import { startDecision, toBalance } from "./decision-builder.ts";
import type { OrderFacts } from "./order-facts.ts";

/** State of our payout: not owed yet, still here, in progress (cannot be recalled), or sent. */
export type PayoutState = "none" | "blocked" | "under_way" | "gone";

/** The disputed amount, and how much of it we would lose; minor units of the pay-in asset. */
type Exposure = { asset: string; disputed: bigint; atStake: bigint; payout: PayoutState };

/**
 * What losing every open dispute would cost us. The loss is booked on a copy by the usual rule, so the customer's money
 * that is still here bears it first. While a payout is in progress, the full amount counts.
 */
export function exposureOf(facts: OrderFacts): Exposure {
  const asset = facts.order.fromAsset;
  const payout = payoutState(facts);
  const open = facts.order.disputes.filter(({ state }) => state === "open" || state === "lost_meanwhile");
  const disputed = open.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (disputed === 0n || payout === "under_way") return { asset, disputed, atStake: disputed, payout };
  const decision = startDecision(facts);
  takeLoss(decision, { credit: accounts.rail("disputed", asset), asset, amount: disputed, code: "dispute" });
  const losses = decision.bookings.flatMap((booking) =>
    booking.do === "forced" && booking.code === "dispute" && booking.debit === accounts.reserve(asset)
      ? [booking.amount]
      : [],
  );
  return { asset, disputed, atStake: losses.reduce((sum, amount) => sum + amount, 0n), payout };
}

function payoutState(facts: OrderFacts): PayoutState {
  if (facts.outgoing.some(({ kind, status }) => kind === "payout" && status === "sending")) return "under_way";
  if (facts.order.sent > 0n) return "gone";
  return facts.order.received > 0n || toBalance(startDecision(facts)) > 0n ? "blocked" : "none";
}

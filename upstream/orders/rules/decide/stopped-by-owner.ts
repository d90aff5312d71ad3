import type { HoldReason } from "../../../../contract/order/order-states.ts";
import { walletRail } from "../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../shared/rules/refusal.ts";
import { type DecisionBuilder, toBalance, voidHold } from "../decision-builder.ts";
import type { EventOf } from "../order-event.ts";
import { isContradicted } from "./finish.ts";
import { bookNetworkFee } from "./gas.ts";
import { toRefund } from "./refund/refund.ts";
import { sendingOf } from "./transfers.ts";

/**
 * The owner has frozen the account, and this order was paid from the owner's wallet: what has not been sent goes back
 * there, the whole amount and without a fee. A payout that was asked for must have been ended at the payout guard in the
 * same transaction. Refuses orders that pay into the owner's own wallet, since nothing leaves there, and what a person of
 * ours looks at (a suspicion, a dispute, a rail that contradicts itself): that stays on hold.
 */
export function stoppedByOwner(
  decision: DecisionBuilder,
  { outgoingId }: EventOf<"stopped_by_owner">,
): Refusal | undefined {
  const { order } = decision;
  const isTheirs = order.payinMethod === "balance" && !order.payoutToWallet;
  if (!isTheirs || order.disputeFlag !== null || isContradicted(decision)) return refuse("invalid_transition");
  if (order.holdReason !== null && lookedAt.has(order.holdReason)) return refuse("invalid_transition");
  if (order.status === "sending" && !endPayout(decision, outgoingId)) return refuse("invalid_transition");
  if (toBalance(decision) === 0n) return refuse("invalid_transition");
  toRefund(decision);
  return undefined;
}

/** What a person of ours, or the gateway, looks at; every other hold ends with the stop. */
const lookedAt: ReadonlySet<HoldReason> = new Set<HoldReason>([
  "aml_check",
  "manual_review",
  "gateway_review",
  "dispute",
]);

function endPayout(decision: DecisionBuilder, outgoingId: string | null): boolean {
  const payout = outgoingId === null ? undefined : sendingOf(decision, outgoingId);
  if (payout?.kind !== "payout" || payout.rail === walletRail) return false;
  voidHold(decision, payout.transferId);
  Object.assign(payout, { status: "failed", settledAt: decision.facts.now });
  bookNetworkFee(decision, payout, null, "failed");
  return true;
}

import { accounts } from "../../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { type DecisionBuilder, moveTo } from "../../decision-builder.ts";
import type { EventOf } from "../../order-event.ts";
import { endDisputes } from "../dispute/disputes.ts";
import { takeLoss } from "../dispute/loss.ts";
import { finish } from "../finish.ts";
import { isMoneyHere, isRefundOnly, isVetoed } from "../order-predicates.ts";
import { isOverUnpaid, isUnexecuted, returnUnclaimed } from "../payin/unexecuted.ts";
import { nextOutgoing } from "../transfers.ts";
import { putOnHold } from "../wait.ts";
import { awaitRefund } from "./refund.ts";

/** A refund made at the rail, not by this service: booked as a loss that the customer's money here bears first. */
export function refundedAtRail(decision: DecisionBuilder, event: EventOf<"refunded_at_rail">): Refusal | undefined {
  const { order } = decision;
  const asset = order.fromAsset;
  const pending = decision.payments.find(({ status, railPaymentId }) => {
    return status === "seen" && railPaymentId === event.railPaymentId;
  });
  if (isOverUnpaid(decision) || (order.received === 0n && !pending)) return refuse("invalid_transition");
  const from = accounts.rail(event.rail, asset);
  // A payment that was never final was never booked: it just does not arrive.
  if (pending) pending.status = "vanished";
  const loss = { credit: from, asset, amount: event.amount, code: "refund" } as const;
  const bookLoss = isUnexecuted(decision) ? returnUnclaimed : takeLoss;
  const transferId = pending ? order.ref : bookLoss(decision, loss);
  decision.outgoing.push({
    ...nextOutgoing(decision, "refund"),
    ...{ rail: event.rail, asset, amount: event.amount, fee: 0n, account: event.railPaymentId ?? event.refundId },
    ...{ memo: null, transferId, feeTransferId: null },
    ...{ status: "sent", railTxId: event.refundId, settledAt: decision.facts.now },
  });
  if (!isUnexecuted(decision)) afterRefundAtRail(decision, event.amount);
  return undefined;
}

function afterRefundAtRail(decision: DecisionBuilder, amount: bigint): undefined {
  const { order } = decision;
  const isReversed = !isMoneyHere(decision);
  switch (order.status) {
    case "confirming":
    case "processing":
    case "on_hold":
      if (isReversed) {
        if (!isRefundOnly(decision)) order.restingStatus = "refunded";
        endDisputes(decision);
        return finish(decision);
      }
      return isVetoed(decision) ? undefined : putOnHold(decision, "manual_review");
    case "refund_pending":
      return isReversed ? finish(decision) : awaitRefund(decision);
    case "completed":
      if (amount >= order.received) return moveTo(decision, "refunded");
      order.restingStatus = "completed";
      return putOnHold(decision, "manual_review");
    default:
      return undefined;
  }
}

import { accounts } from "../../../../ledger/rules/booking.ts";
import { type Refusal, refuse } from "../../../../shared/rules/refusal.ts";
import { type DecisionDraft, moveTo } from "../../decision-draft.ts";
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
export function refundedAtRail(draft: DecisionDraft, event: EventOf<"refunded_at_rail">): Refusal | undefined {
  const { order } = draft;
  const asset = order.fromAsset;
  const pending = draft.payments.find(({ status, railPaymentId }) => {
    return status === "seen" && railPaymentId === event.railPaymentId;
  });
  if (isOverUnpaid(draft) || (order.received === 0n && !pending)) return refuse("invalid_transition");
  const from = accounts.rail(event.rail, asset);
  // A payment that was never final was never booked: it just does not arrive.
  if (pending) pending.status = "vanished";
  const loss = { credit: from, asset, amount: event.amount, code: "refund" } as const;
  const bookLoss = isUnexecuted(draft) ? returnUnclaimed : takeLoss;
  const transferId = pending ? order.ref : bookLoss(draft, loss);
  draft.outgoing.push({
    ...nextOutgoing(draft, "refund"),
    ...{ rail: event.rail, asset, amount: event.amount, fee: 0n, account: event.railPaymentId ?? event.refundId },
    ...{ memo: null, transferId, feeTransferId: null },
    ...{ status: "sent", railTxId: event.refundId, settledAt: draft.facts.now },
  });
  if (!isUnexecuted(draft)) afterRefundAtRail(draft, event.amount);
  return undefined;
}

function afterRefundAtRail(draft: DecisionDraft, amount: bigint): undefined {
  const { order } = draft;
  const isReversed = !isMoneyHere(draft);
  switch (order.status) {
    case "confirming":
    case "processing":
    case "on_hold":
      if (isReversed) {
        if (!isRefundOnly(draft)) order.restingStatus = "refunded";
        endDisputes(draft);
        return finish(draft);
      }
      return isVetoed(draft) ? undefined : putOnHold(draft, "manual_review");
    case "refund_pending":
      return isReversed ? finish(draft) : awaitRefund(draft);
    case "completed":
      if (amount >= order.received) return moveTo(draft, "refunded");
      order.restingStatus = "completed";
      return putOnHold(draft, "manual_review");
    default:
      return undefined;
  }
}

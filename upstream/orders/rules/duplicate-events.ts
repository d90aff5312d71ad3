import type { EventOf, OrderEvent, PaymentReport } from "./order-event.ts";
import type { OrderFacts, OutgoingFact, PaymentFact } from "./order-facts.ts";

/**
 * Whether this event has been applied already. Rails and people repeat themselves; a duplicate changes nothing and is
 * no error, in whatever status the order is now.
 */
export function isRepeat(facts: OrderFacts, event: OrderEvent): boolean {
  const { order } = facts;
  switch (event.name) {
    case "execute":
      return order.payinMethod !== null && order.status !== "expired" && order.status !== "cancelled";
    case "cancel":
    case "invoice_cancelled":
      return order.status === "cancelled";
    case "report_payment":
      return order.status === "payment_reported";
    case "window_ended":
    case "draft_ended":
      return order.status === "expired";
    // One more confirmation is no event: the rail's own book counts them.
    case "payment_seen": {
      const payment = paymentOf(facts, event.payment);
      return payment?.status === "final" || (payment?.status === "seen" && isSame(payment, event.payment));
    }
    case "payment_final":
      return paymentOf(facts, event.payment)?.status === "final";
    case "payment_vanished":
    case "payment_reversed": {
      const payment = paymentOf(facts, event);
      return payment === undefined || payment.status === "vanished";
    }
    case "payout_started":
      return order.status === "sending";
    case "refund_started":
      return order.status === "refunding";
    case "payout_done":
    case "refund_done": {
      const movement = outgoingOf(facts, event.outgoingId);
      if (movement?.status !== "sent" && movement?.status !== "returned") return false;
      const { railTxId, otherTxId } = movement;
      return event.txId === null || railTxId === null || event.txId === railTxId || event.txId === otherTxId;
    }
    case "payout_failed":
    case "refund_failed":
      return outgoingOf(facts, event.outgoingId)?.status === "failed";
    case "payout_returned":
      return ["returned", "failed"].includes(outgoingOf(facts, event.outgoingId)?.status ?? "");
    case "refunded_at_rail":
      return facts.outgoing.some(({ kind, railTxId }) => kind === "refund" && railTxId === event.refundId);
    case "operator_complete_payout":
      return facts.outgoing.some(({ kind, railTxId, status }) => {
        return kind === "payout" && status === "sent" && railTxId === event.txId;
      });
    case "dispute_opened":
      return stateOf(order, event.caseId) !== undefined;
    case "dispute_won":
      return stateOf(order, event.caseId) === "won";
    case "dispute_lost":
      return ["lost", "lost_meanwhile"].includes(stateOf(order, event.caseId) ?? "");
    default:
      return false;
  }
}

/** Updates a record without moving the order: the fee of a returned payout. */
export function isQuietUpdate(facts: OrderFacts, event: OrderEvent): event is EventOf<"payout_done"> {
  if (event.name !== "payout_done") return false;
  const payout = outgoingOf(facts, event.outgoingId);
  return payout?.status === "returned" && payout.railTxId === null && event.txId !== null;
}

export function paymentOf(
  facts: Pick<OrderFacts, "payments">,
  { rail, railPaymentId }: Pick<PaymentReport, "rail" | "railPaymentId">,
): PaymentFact | undefined {
  return facts.payments.find((payment) => payment.rail === rail && payment.railPaymentId === railPaymentId);
}

const isSame = (payment: PaymentFact, report: PaymentReport) =>
  payment.amount === report.amount && payment.asset === report.asset;

const stateOf = ({ disputes }: OrderFacts["order"], caseId: string) =>
  disputes.find((dispute) => dispute.caseId === caseId)?.state;

const outgoingOf = ({ outgoing }: OrderFacts, id: string): OutgoingFact | undefined =>
  outgoing.find((movement) => movement.id === id);

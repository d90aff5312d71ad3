import type { OrderEvent } from "./order-event.ts";
import type { AssetFacts, OrderFacts } from "./order-facts.ts";

type AssetNetwork = Pick<AssetFacts, "kind" | "network">;

/**
 * The one form in which a transaction id of an asset's network is stored and compared, however a person or a rail writes
 * it: a hash in small letters (Ethereum's with 0x), PayPal's id in capitals. Ids of other forms, such as a gateway's own,
 * are only trimmed.
 */
export function normalTransactionId({ kind, network }: AssetNetwork, written: string): string {
  const id = written.trim();
  if (kind === "ewallet") return paypalId.test(id) ? id.toUpperCase() : id;
  const [, hash, output = ""] = networkHash.exec(id) ?? [];
  if (hash === undefined) return id;
  return `${network === "ethereum" ? "0x" : ""}${hash.toLowerCase()}${output}`;
}

const paypalId = /^[0-9a-z]{17}$/i;
/** A hash of 32 bytes, with the number of an output or a log entry where one transaction pays several. */
const networkHash = /^(?:0x)?([0-9a-f]{64})([:#-]\d+)?$/i;

/** The event with the ids of its transactions and disputes in one form, so that no rule and no booking sees another. */
export function withNormalIds(facts: OrderFacts, event: OrderEvent): OrderEvent {
  const { order, assets, payments, outgoing } = facts;
  const normal = (asset: string | undefined, id: string) => {
    const assetFacts = asset === undefined ? undefined : assets[asset];
    return assetFacts ? normalTransactionId(assetFacts, id) : id;
  };
  switch (event.name) {
    case "payment_seen":
    case "payment_final": {
      const { payment } = event;
      return { ...event, payment: { ...payment, railPaymentId: normal(payment.asset, payment.railPaymentId) } };
    }
    case "payment_vanished":
    case "payment_reversed": {
      const payment = payments.find(
        ({ rail, asset, railPaymentId }) => rail === event.rail && railPaymentId === normal(asset, event.railPaymentId),
      );
      return payment ? { ...event, railPaymentId: payment.railPaymentId } : event;
    }
    case "payout_done":
    case "refund_done": {
      const asset = outgoing.find(({ id }) => id === event.outgoingId)?.asset;
      return event.txId === null ? event : { ...event, txId: normal(asset, event.txId) };
    }
    case "refunded_at_rail": {
      const { railPaymentId } = event;
      const paid = railPaymentId === null ? null : normal(order.fromAsset, railPaymentId);
      return { ...event, refundId: normal(order.fromAsset, event.refundId), railPaymentId: paid };
    }
    case "operator_complete_payout":
      return { ...event, txId: normal(order.toAsset, event.txId) };
    case "dispute_opened":
    case "dispute_won":
    case "dispute_lost":
      return { ...event, caseId: knownCase(order.disputes, event.caseId) };
    default:
      return event;
  }
}

/** A case as it was first written: the rail and an operator may write its letters differently, and it is one case. */
function knownCase(disputes: OrderFacts["order"]["disputes"], written: string): string {
  const id = written.trim();
  return disputes.find(({ caseId }) => caseId.toLowerCase() === id.toLowerCase())?.caseId ?? id;
}

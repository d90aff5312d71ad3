import type { OrderEvent } from "../../orders/rules/order-event.ts";
import { paypalByHand } from "./settings.ts";
import type { EntryRow } from "./task-store.ts";

/**
 * What an entry about an invoice means to its order. A payment that waits for the second person is seen and not final; one that
 * was refused has vanished. Refunds count once they are confirmed.
 */
export function orderEventOf({ kind, state, tx, ofTx, amount, fee }: EntryRow, asset: string): OrderEvent {
  const named = { rail: paypalByHand, railPaymentId: tx ?? "" };
  if (kind === "refunded")
    return {
      name: "refunded_at_rail",
      rail: paypalByHand,
      refundId: tx ?? "",
      railPaymentId: ofTx,
      amount: amount ?? 0n,
    };
  if (state === "refused") return { name: "payment_vanished", ...named };
  const isFinal = state === "confirmed";
  const payment = { ...named, asset, amount: amount ?? 0n, confirmations: isFinal ? 1 : 0, required: 1 };
  return isFinal
    ? { name: "payment_final", payment: { ...payment, railFee: fee ?? 0n } }
    : { name: "payment_seen", payment: { ...payment, railFee: fee ?? 0n } };
}

import type { OrderEvent } from "../../orders/rules/order-event.ts";
import { paypalByHand } from "./settings.ts";
import type { EntryRow } from "./task-store.ts";

/**
 * What an entry about an invoice means to its order. A payment that waits for the second person is seen and not final; one that
 * was refused has vanished. Refunds and disputes count once they are confirmed.
 */
export function orderEventOf(entry: EntryRow, asset: string): OrderEvent {
  const { kind, state, tx, ofTx, caseId: typedCase, amount, fee } = entry;
  const caseId = typedCase ?? "";
  if (kind === "disputed") return { name: "dispute_opened", caseId, rail: paypalByHand, amount };
  if (kind === "dispute_won" || kind === "dispute_lost") return { name: kind, caseId };
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
  // PayPal has no confirmations, as a network has them.
  const counted = { confirmations: 0, required: 0 };
  const payment = { ...named, ...counted, asset, amount: amount ?? 0n, railFee: fee ?? 0n };
  return { name: state === "confirmed" ? "payment_final" : "payment_seen", payment };
}

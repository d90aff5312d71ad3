import { finalStatuses } from "../../../contract/order/order-states.ts";
import { convertedOf } from "../../ledger/rules/order-ledger.ts";
import { paymentOf } from "./duplicate-events.ts";
import type { PaymentReport } from "./order-event.ts";
import type { OrderFacts } from "./order-facts.ts";

/**
 * Whether a payment is not more than its refund fee, so that nothing of it could be sent back, and of no use to the order, because
 * it is in another asset, or the order's own money has been exchanged or the order has ended. Anybody can send as much to
 * an address that they see on a chain: it must not hold the order, nor reopen it. An order that was never executed keeps what it
 * receives itself, and a gateway's payment, of which it has kept a fee, is always the order's.
 */
export function isUnreturnable(facts: OrderFacts, payment: PaymentReport): boolean {
  const { order, assets, entries } = facts;
  const isAtAddress = order.payinMethod !== null && (payment.address ?? order.payinAddress) !== null;
  if (!isAtAddress || payment.railFee > 0n || isRecorded(facts, payment)) return false;
  if (payment.amount > (assets[payment.asset]?.refundFee ?? 0n)) return false;
  if (payment.asset !== order.fromAsset) return true;
  const isExchanged = convertedOf(entries, order.ref, order.fromAsset) > 0n;
  return isExchanged || finalStatuses.some((status) => status === order.status);
}

/** What the order has heard of, or what replaces it, is decided by the order's own rules. */
const isRecorded = (facts: OrderFacts, { rail, railPaymentId, replaces }: PaymentReport) =>
  [railPaymentId, replaces].some((id) => id !== undefined && paymentOf(facts, { rail, railPaymentId: id }));

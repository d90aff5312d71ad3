import type { Order } from "../../../contract/order/order.ts";
import { isZero, lessBy } from "../../components/order/decimal.ts";
import { seenAmount } from "./facts.ts";

/** What the customer can pay now: all of it, or the rest while a part has come and the rest may still follow. */
export function payNow(order: Order): { amount: string; rest: boolean } | null {
  if (order.status === "awaiting_payment" || order.status === "payment_reported") {
    return { amount: order.from.expected, rest: false };
  }
  const mayFollow = order.hold?.reason === "amount_mismatch" || order.hold?.reason === "below_minimum";
  if (order.status !== "on_hold" || !mayFollow || order.condition !== "partial") return null;
  const rest = lessBy(order.from.expected, seenAmount(order));
  return isZero(rest) ? null : { amount: rest, rest: true };
}

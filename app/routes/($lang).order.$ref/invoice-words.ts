import type { TFunction } from "i18next";
import type { Order } from "../../../contract/order.ts";

/** What an order that is paid by a PayPal invoice says otherwise than one that is paid to an address; else null. */
export function invoiceNext(
  t: TFunction<"order">,
  order: Order,
  words: Record<string, string | number>,
): string | null {
  if (order.payin.method !== "paypal_invoice") return null;
  switch (order.status) {
    case "awaiting_payment":
      if (isGone(order)) return t("state.awaiting_payment.invoiceFailed", words);
      return t(isRateHeld(order) ? "state.awaiting_payment.invoice" : "state.awaiting_payment.invoiceLater", words);
    case "confirming":
      return t("state.confirming.invoice", words);
    case "expired":
      return t("state.expired.invoice", words);
    case "cancelled":
      return t("state.cancelled.invoice", words);
    default:
      return null;
  }
}

const isGone = ({ payin }: Order) => payin.txs.length > 0 && payin.txs.every((tx) => tx.status === "vanished");
const isRateHeld = ({ rate_locked_until: until, server_time: now }: Order) => until !== null && until > now;

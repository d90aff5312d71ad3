import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";

type Sentences = TFunction<"order">;
type OrderTextValues = Record<string, string | number>;

/** Texts that differ from a crypto payment to an address, by payment method; else null. */
export function paymentText(t: Sentences, order: Order, words: OrderTextValues): string | null {
  switch (order.payin.method) {
    case "paypal_invoice":
      return ofInvoice(t, order, words);
    case "hosted_gateway":
      return ofGateway(t, order, words);
    case "paypal_transfer":
      return ofTransfer(t, order, words);
    default:
      return null;
  }
}

function ofInvoice(t: Sentences, order: Order, words: OrderTextValues): string | null {
  switch (order.status) {
    case "awaiting_payment":
      if (hasVanished(order)) return t("state.awaiting_payment.invoiceFailed", words);
      return t(`state.awaiting_payment.${invoiceText(order)}`, words);
    case "confirming":
      return t("state.confirming.invoice", words);
    case "refund_pending":
      return isPending(order) ? t("state.refund_pending.waitsAtPaypal", words) : null;
    case "expired":
      return t("state.expired.invoice", words);
    case "cancelled":
      return t("state.cancelled.invoice", words);
    default:
      return null;
  }
}

function ofGateway(t: Sentences, order: Order, words: OrderTextValues): string | null {
  switch (order.status) {
    case "awaiting_payment":
      return t(hasVanished(order) ? "state.awaiting_payment.gatewayFailed" : "state.awaiting_payment.gateway", words);
    case "expired":
      return t("state.expired.gateway", words);
    case "cancelled":
      return t("state.cancelled.gateway", words);
    default:
      return null;
  }
}

/** The payment is not detected automatically: the customer reports it, and our team checks. */
function ofTransfer(t: Sentences, { status }: Order, words: OrderTextValues): string | null {
  const statusWithText = (["awaiting_payment", "expired", "cancelled"] as const).find((name) => name === status);
  return statusWithText ? t(`state.${statusWithText}.transfer`, words) : null;
}

const hasVanished = ({ payin }: Order) => payin.txs.length > 0 && payin.txs.every((tx) => tx.status === "vanished");
const isPending = ({ payin }: Order) => payin.txs.some((tx) => tx.status === "seen");
/** The rate is held, may still apply, or does not apply any more. */
function invoiceText({ rate_locked_until: held, rate_grace_until: grace, server_time: now }: Order) {
  if (held !== null && held > now) return "invoice";
  return grace != null && grace > now ? "invoiceLater" : "invoiceLate";
}

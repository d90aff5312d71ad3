import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import { payoutWaits } from "../../../../contract/values/payout-waits.ts";
import { waitsToBeSent } from "../order-facts.ts";

type OrderTextValues = Record<string, string | number>;

/** What a payout or refund waits for before it is sent; null where nothing keeps it back. */
export function waitText(t: TFunction<"order">, order: Order, words: OrderTextValues) {
  const { status } = order;
  if (!waitsToBeSent(order) || order.waits_for == null) return null;
  const wait = payoutWaits.find((name) => name === order.waits_for) ?? "review";
  if (status === "sending")
    return {
      title: t("waits.payoutTitle", words),
      next: t(`waits.${wait}`, { ...words, to: words.account, place: words.service }),
    };
  return {
    title: t("waits.refundTitle"),
    next: t(`waits.${wait}`, { ...words, to: words.refundTo, place: words.refundService }),
  };
}

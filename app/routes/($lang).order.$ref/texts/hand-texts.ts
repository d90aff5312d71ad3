import type { TFunction } from "i18next";
import { handStepOf } from "../../../../contract/order/hand-steps.ts";
import type { Order } from "../../../../contract/order/order.ts";

type Sentences = TFunction<"order">;
type OrderTextValues = Record<string, string | number>;

const stepOf = ({ by_hand: work, status }: Order) => handStepOf({ status, step: work?.step });

/** The manual step that the order waits for, its deadline and the usual duration; null where there is none. */
export function handText(t: Sentences, order: Order, words: OrderTextValues): string | null {
  const step = stepOf(order);
  if (!step) return null;
  const isRateOver = order.rate_locked_until !== null && order.rate_locked_until <= order.server_time;
  const isLate = step === "invoice_to_send" && isRateOver;
  const sentence = t(`hand.${isLate ? "invoice_to_send_later" : step}`, words);
  return words.usual ? `${sentence} ${t("hand.usual", words)}` : sentence;
}

/** The title where the status' own says something else: that it is the customer's turn, or that money is being sent. */
export function handTitle(t: Sentences, order: Order, words: OrderTextValues): string | null {
  switch (stepOf(order)) {
    case "invoice_to_send":
      return t("hand.preparing", words);
    case "payment_to_confirm":
      return t("hand.checking", words);
    case "payout_to_send":
      return t("waits.payoutTitle", words);
    case "payout_to_confirm":
      return t("hand.payoutChecked", words);
    case "refund_to_send":
      return t("waits.refundTitle");
    case "refund_to_confirm":
      return t("hand.refundChecked");
    default:
      return null;
  }
}

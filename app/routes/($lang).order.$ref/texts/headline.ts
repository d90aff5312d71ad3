import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import { holdReasons, type OrderStatus } from "../../../../contract/order/order-states.ts";
import { knownStatus } from "../../../components/order/status-style.ts";
import { choicesOf } from "../choices.ts";
import { hasRefundFailed, slowestPayment } from "../order-facts.ts";
import { handText, handTitle } from "./hand-texts.ts";
import { paymentText } from "./payment-texts.ts";
import { waitText } from "./wait-text.ts";

type Headline = { title: string; next: string };
type Sentences = TFunction<"order">;
type Texts = { order: Sentences; holds: TFunction<"holds"> };
type ToAccount = { payout: boolean; refund: boolean };
type OrderTextValues = Record<string, string | number>;

/**
 * The order's status as one sentence, and a second about the money and the next step. `toAccount`: whether payout
 * and refund go to an account at a payment service, which has no address to correct.
 */
export function headlineOf(texts: Texts, order: Order, words: OrderTextValues, toAccount: ToAccount): Headline {
  const t = texts.order;
  const status = knownStatus(order.status);
  if (!status) return { title: order.status_label, next: t("state.unknown.next") };
  const isHeld = status === "on_hold" || order.hold?.reason === "refund_address_missing";
  if (order.hold && isHeld) return ofHold(texts, order, order.hold.reason, words, toAccount);
  const waiting = waitText(t, order, words);
  if (waiting) return waiting;
  const title = handTitle(t, order, words) ?? t(`state.${status}.title`, words);
  return { title, next: handText(t, order, words) ?? ofState(t, order, status, words) };
}

function ofState(t: Sentences, order: Order, status: OrderStatus, words: OrderTextValues): string {
  const paymentTextOf = paymentText(t, order, words);
  if (paymentTextOf) return paymentTextOf;
  const hasVanished = order.payin.txs.length > 0 && order.payin.txs.every((tx) => tx.status === "vanished");
  if (status === "awaiting_payment" && hasVanished) return t("state.awaiting_payment.vanished", words);
  if (status === "completed" && order.payout.to_wallet)
    return t(words.settles ? "state.completed.settles" : "state.completed.wallet", words);
  if (status === "refund_pending" && order.hold?.reason === "reserve_low")
    return t("state.refund_pending.reserve", words);
  if (status === "refund_pending" && slowestPayment(order)) return t("state.refund_pending.waits", words);
  // It has its own text, because nothing was left.
  if (status === "failed" && order.kept_aside.length > 0) return t("state.keptAside", words);
  return t(`state.${status}.next`, words);
}

function ofHold(
  { order: t, holds }: Texts,
  order: Order,
  code: string,
  words: OrderTextValues,
  toAccount: ToAccount,
): Headline {
  const reason = holdReasons.find((name) => name === code);
  if (!reason) return { title: t("hold.unknown.title"), next: t("hold.unknown.next") };
  const title = holds(`${reason}.order.title`, words);
  const hasOffer = choicesOf(order).some(({ action }) => action === "accept_requote");
  if (hasRefundFailed(order)) {
    const next = toAccount.refund ? "payout_error.order.refundNextAccount" : "payout_error.order.refundNext";
    return { title: holds("payout_error.order.refundTitle"), next: holds(next, words) };
  }
  if (reason === "payout_error" && toAccount.payout) return { title, next: holds("payout_error.order.account", words) };
  if (reason === "amount_mismatch" && order.due) {
    const isAsAgreed = order.rate_locked_until !== null && order.rate_locked_until > order.server_time;
    const next = isAsAgreed ? "amount_mismatch.order.rest" : "amount_mismatch.order.restLater";
    return { title: holds("amount_mismatch.order.restTitle", words), next: holds(next, words) };
  }
  if (reason === "aml_check" && order.payin.txs.length === 0)
    return { title: holds("aml_check.order.unpaidTitle"), next: holds("aml_check.order.unpaidNext") };
  if (reason === "aml_check" && order.waits_for === "check")
    return { title, next: holds("aml_check.order.automaticNext") };
  if (reason === "late_payment" && !hasOffer) return { title, next: holds("late_payment.order.noOffer", words) };
  if (reason === "rate_moved" && !hasOffer) return { title, next: holds("rate_moved.order.noOffer", words) };
  return { title, next: holds(`${reason}.order.next`, words) };
}

import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { longestTime } from "../../../components/order/payout-time.ts";
import type { Money } from "../../../components/order/use-money.ts";
import type { Times } from "../../../components/order/use-times.ts";
import { type Assets, placeOf } from "../../../components/summary/assets.ts";
import { formatDuration } from "../../../i18n/format.ts";
import { firstPayout, slowestPayment, wrongPayments } from "../order-facts.ts";
import { timeTaken } from "../outcome/time-taken.ts";
import { type Destinations, unbroken } from "./destinations.ts";

type Formats = { lang: Lang; money: Money; times: Times };
export type OrderWords = ReturnType<typeof orderWords>;

/** All formatted values for sentences about an order. */
export function orderWords(
  t: TFunction<"order">,
  order: Order,
  assets: Assets,
  { lang, money, times }: Formats,
  { payoutTo, settles, refundTo }: Destinations,
) {
  const payment = slowestPayment(order);
  const refunded = order.refund.sent ?? { amount: "0", asset: order.from.asset };
  const deadline = order.hold ? order.hold.deadline : order.expires_at;
  const vanished = order.payin.txs.findLast((tx) => tx.status === "vanished");
  const wrong = wrongPayments(order);
  const payoutAsset = assets[order.to.asset];
  const refundAsset = assets[wrong[0]?.asset ?? order.from.asset];
  const seen = money.text(order.from.seen, order.from.asset);
  const ended = order.timeline.findLast(({ status }) => status === order.status)?.at;
  return {
    due: money.text(order.from.amount, order.from.asset),
    seen,
    rest: money.text(order.due?.amount ?? "0", order.from.asset),
    vanished: vanished ? money.text(vanished.amount, vanished.asset) : "",
    asked: inFull(order.from.amount, order.from.asset),
    wrong: wrong.map((tx) => inFull(tx.amount, tx.asset)).join(", "),
    held: wrong.length > 0 ? wrong.map((tx) => inFull(tx.amount, tx.asset)).join(", ") : seen,
    kept: order.kept_aside.map(({ asset, amount }) => inFull(amount, asset)).join(", "),
    payout: money.text(order.to.amount, order.to.asset),
    paid: money.text(order.to.sent, order.to.asset),
    firstPaid: money.text(firstPayout(order), order.to.asset),
    refunded: money.text(refunded.amount, refunded.asset),
    graceUntil: order.rate_grace_until ? times.moment(order.rate_grace_until) : "",
    rateUntil: order.rate_locked_until ? times.moment(order.rate_locked_until) : "",
    deadline: deadline ? times.moment(deadline) : t("hold.openEnd"),
    confirmations: payment?.confirmations ?? 0,
    required: payment?.required ?? assets[order.from.asset]?.confirmations ?? 0,
    payer: order.payin.account ?? t("summary.none"),
    by: order.by_hand?.by ? times.moment(order.by_hand.by) : "",
    usual: order.by_hand?.usual_minutes ? formatDuration(lang, order.by_hand.usual_minutes * 60) : "",
    payoutTime: payoutTime(),
    service: payoutAsset ? placeOf(payoutAsset) : "",
    refundService: refundAsset ? placeOf(refundAsset) : "",
    account: payoutTo ?? t("summary.none"),
    settles,
    took: tookText(),
    refundTo: refundTo ?? t("summary.none"),
    endedDay: ended ? times.day(ended) : "",
    endedTime: ended ? times.clock(ended) + times.zone : "",
  };

  function payoutTime(): string {
    const time = longestTime(lang, order.eta_minutes);
    if (time !== null) return t("payoutTime.longest", { time });
    return t("payoutTime.minutes", { minutes: unbroken(`${order.eta_minutes.min}–${order.eta_minutes.max}`) });
  }

  function tookText(): string {
    const seconds = timeTaken(order);
    return seconds ? formatDuration(lang, seconds) : t("outcome.quick");
  }

  /** With the network: the same coin exists on several. */
  function inFull(amount: string, id: string): string {
    const asset = assets[id];
    return asset ? `${money.text(amount, id)} (${placeOf(asset)})` : money.text(amount, id);
  }
}

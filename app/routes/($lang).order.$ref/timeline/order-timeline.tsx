import { useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import type { Order } from "../../../../contract/order/order.ts";
import { statusStyle } from "../../../components/order/status-style.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import { networkName } from "../../../components/summary/network-name.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Card } from "../../../ui/card.tsx";
import { Timeline, type TimelineEntry } from "../../../ui/progress/timeline.tsx";
import { hasPayoutReturned, isResting } from "../order-facts.ts";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { type TimelineStep, timelineSteps } from "./timeline-entries.ts";

/** Ends that get their own mark instead of a green tick. */
const noSuccess: readonly string[] = ["expired", "cancelled", "failed", "refunded", "disputed", "charged_back"];

type OrderTimelineProps = {
  order: Order;
  assets: Assets;
  texts: OrderTexts;
  live: { checkedAt: string; isLost: boolean };
};

export function OrderTimeline({ order, assets, texts, live }: OrderTimelineProps) {
  const { t } = useTranslation("order");
  const { pathname } = useLocation();
  const network = assets[order.from.asset];
  const entries = timelineSteps(order).map((step, index) => entryOf(step, index));
  return (
    <Card aria-labelledby="timeline">
      <h2 id="timeline" className="mb-4 text-h4">
        {t("timeline.title")}
      </h2>
      <Timeline entries={entries} />
      <p className="flex flex-wrap items-baseline gap-x-2 border-t border-line pt-4 text-small text-ink-3">
        <span>
          {t("timeline.checked", { time: texts.times.exact(live.checkedAt) })}{" "}
          {(live.isLost || !isResting(order)) && (
            <span className="needs-script">{t(live.isLost ? "timeline.lost" : "timeline.live")}</span>
          )}
        </span>
        <noscript>
          <a href={pathname} className="inline-block py-1 text-link-inline">
            {t("timeline.refresh")}
          </a>
        </noscript>
      </p>
    </Card>
  );

  function entryOf(step: TimelineStep, index: number): TimelineEntry {
    const key = `${step.state}-${index}`;
    if (step.state === "came") {
      const title = t("timeline.done.came", { amount: texts.money.text(step.amount, step.asset) });
      return { key, state: "done", title, time: texts.times.short(step.at) };
    }
    if (step.state === "done") {
      const end = step.status && noSuccess.includes(step.status) ? statusStyle(step.status) : {};
      return { key, state: "done", ...end, title: doneTitle(step), time: texts.times.short(step.at) };
    }
    if (step.state === "next") return { key, state: "next", ...nextWords(step.what) };
    const update = statusStyle(step.status);
    return {
      key,
      state: "now",
      ...update,
      title: nowTitle(step.status),
      time: step.deadline && t("timeline.by", { time: texts.times.short(step.deadline) }),
    };
  }

  function doneTitle({ status, again }: Extract<TimelineStep, { state: "done" }>): string {
    if (!status) return t("timeline.done.unknown");
    if (again && (status === "awaiting_payment" || status === "completed")) return t(`timeline.done.${status}_again`);
    return t(`timeline.done.${status}`, texts.words);
  }

  function nowTitle(status: Extract<TimelineStep, { state: "now" }>["status"]): string {
    const waitsFor = (["client", "operator"] as const).find((known) => known === order.hold?.action_by);
    if (status === "on_hold" && hasPayoutReturned(order)) return t("timeline.now.returned", texts.words);
    if (status === "on_hold" && waitsFor) return t(`timeline.now.on_hold_${waitsFor}`);
    if (status === "confirming" && order.payin.method === "paypal_invoice") return t("timeline.now.clearing");
    return currentText(t, texts)[status] ?? t(`status.${status}`);
  }

  function nextWords(what: Extract<TimelineStep, { state: "next" }>["what"]) {
    switch (what) {
      case "confirm":
        return {
          title: t("timeline.next.confirm", { network: network ? networkName(network) : "" }),
          detail: t("timeline.next.confirmDetail", { count: network?.confirmations ?? 0 }),
        };
      case "payout":
        return { title: t("timeline.next.payout", texts.words), detail: t("timeline.next.payoutDetail", texts.words) };
      case "refund":
        return { title: t("timeline.next.refund"), detail: texts.refundDetail };
      default:
        return { title: t(`timeline.next.${what}`) };
    }
  }
}

function currentText(t: TFunction<"order">, { words }: OrderTexts): Record<string, string> {
  return {
    awaiting_payment: t("timeline.now.awaiting_payment", words),
    payment_reported: t("timeline.now.payment_reported", words),
    confirming: t("timeline.now.confirming", words),
    on_hold: t("timeline.now.on_hold"),
    processing: t("timeline.now.processing"),
    sending: t("timeline.now.sending", words),
    refund_pending: t("timeline.now.refund_pending"),
    refunding: t("timeline.now.refunding"),
    disputed: t("timeline.now.disputed"),
  };
}

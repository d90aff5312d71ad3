import type { TFunction } from "i18next";
import { unsentStepOf } from "../../../../contract/order/hand-steps.ts";
import type { Order } from "../../../../contract/order/order.ts";
import { openStatuses } from "../../../../contract/order/order-states.ts";
import type { Money } from "../../../components/order/use-money.ts";
import type { Times } from "../../../components/order/use-times.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import { networkName } from "../../../components/summary/network-name.ts";
import { hasPayoutReturned, waitsToBeSent } from "../order-facts.ts";
import type { OrderWords } from "../texts/order-words.ts";
import { type TimelineStep, timelineSteps } from "./timeline-entries.ts";

/** A line of the timeline. `status`: whose mark it gets, null for the usual one of its state. */
export type TimelineLine = {
  state: "done" | "now" | "next";
  status: string | null;
  title: string;
  detail: string | null;
  time: string | null;
};

type Values = { money: Money; times: Times; words: OrderWords; refundDetail: string | null };
type Step<State extends TimelineStep["state"]> = Extract<TimelineStep, { state: State }>;

/** Ends that get their own mark instead of a green tick. */
const noSuccess: readonly string[] = ["expired", "cancelled", "failed", "refunded", "disputed", "charged_back"];

/** The history, the current status and the next steps as lines of text. */
export function timelineLines(t: TFunction<"order">, order: Order, assets: Assets, values: Values): TimelineLine[] {
  const { money, times, words, refundDetail } = values;
  const network = assets[order.from.asset];
  return timelineSteps(order).map(lineOf);

  function lineOf(step: TimelineStep): TimelineLine {
    switch (step.state) {
      case "came": {
        const title = t("timeline.done.came", { amount: money.text(step.amount, step.asset) });
        return { state: "done", status: null, title, detail: null, time: times.short(step.at) };
      }
      case "done": {
        const status = step.status && noSuccess.includes(step.status) ? step.status : null;
        return { state: "done", status, title: doneTitle(step), detail: null, time: times.short(step.at) };
      }
      case "now": {
        const time = step.deadline && t("timeline.by", { time: times.short(step.deadline) });
        return { state: "now", status: step.status, title: nowTitle(step), detail: null, time };
      }
      default:
        return { state: "next", status: null, time: null, ...nextTexts(step.what) };
    }
  }

  function doneTitle({ status, again }: Step<"done">): string {
    if (!status) return t("timeline.done.unknown");
    if (again && (status === "awaiting_payment" || status === "completed")) return t(`timeline.done.${status}_again`);
    return t(`timeline.done.${status}`, words);
  }

  function nowTitle({ status }: Step<"now">): string {
    const waitsFor = (["client", "operator"] as const).find((actor) => actor === order.hold?.action_by);
    if (status === "on_hold" && hasPayoutReturned(order)) return t("timeline.now.returned", words);
    if (status === "on_hold" && waitsFor) return t(`timeline.now.on_hold_${waitsFor}`);
    if (status === "confirming" && order.payin.method === "paypal_invoice") return t("timeline.now.clearing");
    if (unsentStepOf({ status, step: order.by_hand?.step }) === "invoice_to_send") return t("timeline.now.invoice");
    if (status === order.status && waitsToBeSent(order)) return t("timeline.now.waiting");
    const current = openStatuses.find((name) => name === status);
    return current ? t(`timeline.now.${current}`, words) : t(`status.${status}`);
  }

  function nextTexts(what: Step<"next">["what"]): Pick<TimelineLine, "title" | "detail"> {
    switch (what) {
      case "confirm":
        return {
          title: t("timeline.next.confirm", { network: network ? networkName(network) : "" }),
          detail: t("timeline.next.confirmDetail", { count: network?.confirmations ?? 0 }),
        };
      case "payout":
        return { title: t("timeline.next.payout", words), detail: t("timeline.next.payoutDetail", words) };
      case "refund":
        return { title: t("timeline.next.refund"), detail: refundDetail };
      default:
        return { title: t(`timeline.next.${what}`), detail: null };
    }
  }
}

import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { type HoldReason, holdReasons } from "../../../contract/order-states.ts";
import { masked } from "../../components/order/masked.ts";
import { knownStatus } from "../../components/order/status-look.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { useTimes } from "../../components/order/use-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { refundedAmount, seenAmount, slowestPayment } from "./facts.ts";

/** Everything that sentences about an order may name, written out for the reader. */
export function useOrderWords(order: Order, assets: Assets) {
  const { t } = useTranslation("order");
  const money = useMoney(assets);
  const times = useTimes(order.server_time);
  const payment = slowestPayment(order);
  const refunded = refundedAmount(order);
  const deadline = order.status === "on_hold" ? order.hold?.deadline : order.expires_at;

  const words = {
    due: money.text(order.from.expected, order.from.asset),
    seen: money.text(seenAmount(order), order.from.asset),
    payout: money.text(order.to.expected, order.to.asset),
    paid: money.text(order.to.sent, order.to.asset),
    refunded: money.text(refunded.amount, refunded.asset),
    deadline: deadline ? times.moment(deadline) : t("hold.openEnd"),
    confirmations: payment?.confirmations ?? 0,
    required: payment?.required ?? assets[order.from.asset]?.confirmations ?? 0,
    minutes: `${order.eta_minutes.min}–${order.eta_minutes.max}`,
    account: order.payout.account ? masked(order.payout.account) : t("summary.none"),
    refundTo: refundTarget(order) ?? t("summary.none"),
  };
  return { words, money, times, ...headline() };

  function headline(): { title: string; next: string } {
    const status = knownStatus(order.status);
    if (!status) return { title: order.status_label, next: t("state.unknown.next") };
    const asksWhereTo = order.hold?.reason === "refund_address_missing";
    if (order.hold && (status === "on_hold" || asksWhereTo)) {
      const reason = knownReason(order.hold.reason);
      return { title: t(`hold.${reason}.title`, words), next: t(`hold.${reason}.next`, words) };
    }
    return { title: t(`state.${status}.title`, words), next: t(`state.${status}.next`, words) };
  }
}

export type OrderWords = ReturnType<typeof useOrderWords>;

function knownReason(reason: string): HoldReason | "unknown" {
  return holdReasons.find((known) => known === reason) ?? "unknown";
}

/** PayPal money goes back to the account that paid it, coins to the address the customer gave. */
function refundTarget(order: Order): string | null {
  const account = order.refund.account ?? order.payin.account;
  return account ? masked(account) : null;
}

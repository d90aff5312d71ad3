import { unsentStepOf } from "../../../contract/order/hand-steps.ts";
import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { actionOf } from "../../components/dashboard/order-actions.ts";
import { PairOf, ShortAmount } from "../../components/dashboard/order-parts.tsx";
import { payoutIsCertain } from "../../components/dashboard/payout-is-certain.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { StatusBadge } from "../../components/order/status-badge.tsx";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { ArrowRight, ChevronRight, Clock } from "../../ui/icons/icons.tsx";
import { Note } from "../../ui/messages/note.tsx";

export type OpenOrdersProps = {
  /** The member's to act on first; null when the service does not answer. */
  open: { orders: OrderSummary[]; total: number } | null;
  /** Of unconfirmed payments, by order number. */
  confirmations: Record<string, { done: number; required: number }>;
  assets: Assets;
  /** The service's time of the page. */
  now: string;
};

/** The orders that have not ended, each row one link. */
export function OpenOrders({ open, confirmations, assets, now }: OpenOrdersProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  if (!open) return <Note icon={Clock}>{t("overview.unknown")}</Note>;
  return (
    <Card aria-labelledby="open-orders" className="!p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 lg:px-6 lg:py-4">
        <h2 id="open-orders" className="text-h4">
          {t(open.total > 0 ? "overview.open" : "overview.none")}{" "}
          {open.total > 0 && (
            <span className="figures ml-1 rounded-badge bg-inset px-2 text-small font-medium text-ink-2">
              {open.total}
            </span>
          )}
        </h2>
        <a
          href={href("/dashboard/orders")}
          className="inline-block py-1 text-body-2 font-semibold text-link hover:underline"
        >
          {t("overview.all")}
        </a>
      </div>
      {open.orders.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {open.orders.map((order) => (
            <li key={order.ref}>
              <OrderRow order={order} paid={confirmations[order.ref]} assets={assets} now={now} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type OrderRowProps = Pick<OpenOrdersProps, "assets" | "now"> & {
  order: OrderSummary;
  paid: OpenOrdersProps["confirmations"][string] | undefined;
};

function OrderRow({ order, paid, assets, now }: OrderRowProps) {
  const href = useHref();
  return (
    <a
      href={href(`/order/${order.ref}`)}
      className="flex items-center gap-3 px-4 py-3.5 last:rounded-b-card hover:bg-inset lg:px-6"
    >
      <PairOf order={order} assets={assets} />
      <span className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2 text-body-2">
            <ShortAmount amount={order.from.amount} asset={order.from.asset} assets={assets} />
            <ArrowRight size={16} className="text-ink-3" />
            <ShortAmount
              amount={order.to.amount}
              asset={order.to.asset}
              assets={assets}
              isOpen={!payoutIsCertain(order)}
            />
          </span>
          <span className="figures block text-small text-ink-3">{shownRef(order.ref)}</span>
        </span>
        <span className="flex shrink-0 flex-col items-start gap-1 sm:items-end">
          <StatusBadge
            status={order.status}
            label={order.status_label}
            step={order.hand_step}
            waitsFor={order.waits_for}
          />
          <Deadline order={order} paid={paid} now={now} />
        </span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-ink-3" />
    </a>
  );
}

/** Until when, in ink where it is the member's turn; otherwise whose turn it is, or how far the payment is. */
function Deadline({ order, paid, now }: Omit<OrderRowProps, "assets">) {
  const { t } = useTranslation("dashboard");
  const times = useMemberTimes();
  const { name, isTheirs } = actionOf(order);
  if (isTheirs && order.deadline) {
    const time = times.until(order.deadline, now);
    const minutes = minutesBetween(now, order.deadline);
    return (
      <span className="text-small font-medium text-ink">
        {name === "pay" && minutes < 60
          ? t("overview.payIn", { minutes, time })
          : t(name === "pay" ? "overview.payBy" : "overview.decideBy", { time })}
      </span>
    );
  }
  const { status, hand_step: step, waits_for: wait } = order;
  const isOurs = order.action_by === "operator" || wait === "review" || unsentStepOf({ status, step });
  const text = isOurs ? t("overview.ours") : paid && t("overview.confirmations", paid);
  return text ? <span className="text-small text-ink-3">{text}</span> : null;
}

const minutesBetween = (from: string, until: string) =>
  Math.max(0, Math.floor((Date.parse(until) - Date.parse(from)) / 60_000));

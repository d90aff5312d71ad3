import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { PairOf, ShortAmount } from "../../components/dashboard/order-parts.tsx";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { Card } from "../../ui/card.tsx";
import { ChevronRight } from "../../ui/icons/icons.tsx";

export type RecentOrdersProps = {
  /** The latest completed orders, of `total`; null when the service does not answer. */
  recent: { orders: OrderSummary[]; total: number } | null;
  assets: Assets;
};

/** What was paid out lately. Nothing before the first one. */
export function RecentOrders({ recent, assets }: RecentOrdersProps) {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const times = useMemberTimes();
  if (!recent || recent.orders.length === 0) return null;
  return (
    <Card aria-labelledby="recent-orders" className="!p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-3 lg:px-6 lg:py-4">
        <h2 id="recent-orders" className="text-h4">
          {t("overview.recent")}
        </h2>
        <a
          href={href("/dashboard/orders?filter=completed")}
          className="inline-block py-1 text-body-2 font-semibold text-link hover:underline"
        >
          {t("overview.done", { count: recent.total })}
        </a>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {recent.orders.map((order) => (
          <li key={order.ref}>
            <a
              href={href(`/order/${order.ref}`)}
              className="flex items-center gap-3 px-4 py-3.5 last:rounded-b-card hover:bg-inset lg:px-6"
            >
              <PairOf order={order} assets={assets} />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <span className="block text-body-2">
                    <ShortAmount amount={order.from.received} asset={order.from.asset} assets={assets} />
                  </span>
                  <span className="block text-small text-ink-3">{times.moment(order.updated_at)}</span>
                </span>
                <span className="text-body-2 text-success-700">
                  +<ShortAmount amount={order.to.sent} asset={order.to.asset} assets={assets} />
                </span>
              </span>
              <ChevronRight size={20} className="shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

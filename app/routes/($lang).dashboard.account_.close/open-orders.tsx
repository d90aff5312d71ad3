import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { actionOf } from "../../components/dashboard/order-actions.ts";
import { useMemberTimes } from "../../components/dashboard/use-member-times.ts";
import { StatusBadge } from "../../components/order/status-badge.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { useHref } from "../../i18n/use-lang.ts";
import { buttonClass } from "../../ui/buttons/button-class.ts";

/** Replaces the form: the orders that must end first, with links. */
export function BlockingOrders({ orders, total }: { orders: OrderSummary[]; total: number }) {
  const { t } = useTranslation(["account", "dashboard"]);
  const href = useHref();
  const times = useMemberTimes();
  const hidden = total - orders.length;
  return (
    <section aria-labelledby="open" className="space-y-3 border-t border-line pt-6">
      <h2 id="open" className="text-h3">
        {t("close.openTitle", { count: total })}
      </h2>
      <p className="text-body-2 text-ink-2">{t("close.openText")}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
        {orders.map((order) => {
          const act = t(`dashboard:orders.act.${actionOf(order).name}`);
          const ref = shownRef(order.ref);
          return (
            <li key={order.ref} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="figures text-body-2 font-semibold">{ref}</span>
                <StatusBadge
                  status={order.status}
                  label={order.status_label}
                  step={order.hand_step}
                  waitsFor={order.waits_for}
                />
                <span className="block w-full text-small text-ink-3">{times.moment(order.created_at)}</span>
              </span>
              <a
                href={href(`/order/${order.ref}`)}
                aria-label={t("dashboard:orders.act.of", { act, ref })}
                className={buttonClass({ size: "small" })}
              >
                {act}
              </a>
            </li>
          );
        })}
      </ul>
      {hidden > 0 && (
        <a
          href={href("/dashboard/orders?filter=open")}
          className="inline-flex min-h-11 items-center text-body-2 font-semibold text-link hover:underline"
        >
          {t("close.openMore", { count: hidden })}
        </a>
      )}
    </section>
  );
}

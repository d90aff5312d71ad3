import type { Order } from "../../../contract/order/order.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { StatusBadge } from "../../components/order/status-badge.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { classNames } from "../../ui/class-names.ts";

/** The order's number and status. */
export function OrderNumber({ order, className }: { order: Order; className?: string }) {
  const { t } = useTranslation("order");
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-3 gap-y-2 text-body-2 text-ink-2", className)}>
      <span>
        {t("number")} <strong className="figures font-semibold text-ink">{shownRef(order.ref)}</strong>
      </span>
      <StatusBadge
        status={order.status}
        label={order.status_label}
        step={order.by_hand?.step}
        waitsFor={order.waits_for}
      />
    </p>
  );
}

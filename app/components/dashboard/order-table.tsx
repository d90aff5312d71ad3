import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Cell, HeadCell, Table } from "../../ui/figures/table.tsx";
import { StatusBadge } from "../order/status-badge.tsx";
import type { Assets } from "../summary/assets.ts";
import { OrderLinks } from "./order-links.tsx";
import { AmountOf, PairOf } from "./order-parts.tsx";
import { payoutIsCertain } from "./payout-is-certain.ts";
import { useMemberTimes } from "./use-member-times.ts";

/** The list on desktops. */
export function OrderTable({ orders, assets }: { orders: OrderSummary[]; assets: Assets }) {
  const { t } = useTranslation("dashboard");
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface px-3 wide:block">
      <Table>
        <thead>
          <tr>
            <HeadCell>{t("orders.column.order")}</HeadCell>
            <HeadCell figures>{t("orders.column.send")}</HeadCell>
            <HeadCell figures>{t("orders.column.get")}</HeadCell>
            <HeadCell>{t("orders.column.status")}</HeadCell>
            <HeadCell>
              <span className="sr-only">{t("orders.column.act")}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.ref} order={order} assets={assets} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function OrderRow({ order, assets }: { order: OrderSummary; assets: Assets }) {
  const times = useMemberTimes();
  return (
    <tr>
      <Cell>
        <span className="flex items-center gap-3">
          <PairOf order={order} assets={assets} />
          <span>
            <span className="figures block font-medium">{shownRef(order.ref)}</span>
            <span className="block whitespace-nowrap text-small text-ink-3">{times.moment(order.created_at)}</span>
          </span>
        </span>
      </Cell>
      <Cell figures>
        <AmountOf amount={order.from.amount} asset={order.from.asset} assets={assets} />
      </Cell>
      <Cell figures>
        <AmountOf amount={order.to.amount} asset={order.to.asset} assets={assets} isOpen={!payoutIsCertain(order)} />
      </Cell>
      <Cell>
        <StatusBadge
          status={order.status}
          label={order.status_label}
          step={order.hand_step}
          waitsFor={order.waits_for}
        />
      </Cell>
      <Cell>
        <OrderLinks order={order} />
      </Cell>
    </tr>
  );
}

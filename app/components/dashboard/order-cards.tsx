import type { OrderSummary } from "../../../contract/order/member-orders.ts";
import { shownRef } from "../../../contract/order/order-number.ts";
import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { ArrowRight } from "../../ui/icons/icons.tsx";
import { StatusBadge } from "../order/status-badge.tsx";
import { type Assets, isAccount } from "../summary/assets.ts";
import { OrderLinks } from "./order-links.tsx";
import { AmountOf } from "./order-parts.tsx";
import { payoutIsCertain } from "./payout-is-certain.ts";
import { useMemberTimes } from "./use-member-times.ts";

/** The list on phones: a card per order. */
export function OrderCards({ orders, assets }: { orders: OrderSummary[]; assets: Assets }) {
  return (
    <ul className="space-y-4 wide:hidden">
      {orders.map((order) => (
        <li key={order.ref} className="rounded-card border border-line bg-surface px-4 py-3">
          <OrderCard order={order} assets={assets} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order, assets }: { order: OrderSummary; assets: Assets }) {
  const times = useMemberTimes();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-small text-ink-3">{times.moment(order.created_at)}</span>
        <StatusBadge
          status={order.status}
          label={order.status_label}
          step={order.hand_step}
          waitsFor={order.waits_for}
        />
      </div>
      <div className="mt-3 grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <Side amount={order.from.amount} asset={order.from.asset} assets={assets} />
        <ArrowRight size={18} className="text-ink-3" />
        <Side amount={order.to.amount} asset={order.to.asset} assets={assets} isOpen={!payoutIsCertain(order)} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-2">
        <span className="figures text-small text-ink-2">{shownRef(order.ref)}</span>
        <OrderLinks order={order} />
      </div>
    </>
  );
}

type SideProps = { amount: string; asset: string; assets: Assets; isOpen?: boolean };

function Side({ amount, asset, assets, isOpen }: SideProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <AssetMark symbol={assets[asset]?.symbol ?? asset} account={isAccount(assets[asset])} size={28} />
      <span className="min-w-0">
        <AmountOf amount={amount} asset={asset} assets={assets} isOpen={isOpen} />
      </span>
    </span>
  );
}

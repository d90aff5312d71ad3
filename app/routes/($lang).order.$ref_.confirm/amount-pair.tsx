import type { Order } from "../../../contract/order/order.ts";
import { useMoney } from "../../components/order/use-money.ts";
import { type Assets, isAccount, placeOf } from "../../components/summary/assets.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Amount } from "../../ui/figures/amount.tsx";
import { ArrowRight } from "../../ui/icons/icons.tsx";

/** Sent and received amounts, large and side by side. */
export function AmountPair({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("confirm");
  const money = useMoney(assets);
  const from = assets[order.from.asset];
  const to = assets[order.to.asset];
  const minutes = `${order.eta_minutes.min}–${order.eta_minutes.max}`;
  return (
    <div className="grid rounded-card border border-line bg-surface max-lg:divide-y max-lg:divide-line lg:grid-cols-[1fr_auto_1fr] lg:items-center lg:gap-4">
      <div className="p-4 lg:p-6">
        <p className="text-small font-medium text-ink-2">{t("youPay")}</p>
        <Amount {...money.figure(order.from.amount, order.from.asset)} size="huge" />
        <p className="mt-1 text-small text-ink-3">
          {isAccount(from) ? t("payHowInvoice") : from && t("payHow", { network: placeOf(from) })}
        </p>
      </div>
      <span aria-hidden="true" className="hidden size-11 place-items-center rounded-full bg-inset lg:grid">
        <ArrowRight size={20} className="text-ink-2" />
      </span>
      <div className="p-4 lg:p-6">
        <p className="text-small font-medium text-ink-2">{t("youGet")}</p>
        <Amount {...money.figure(order.to.amount, order.to.asset)} size="huge" />
        <p className="mt-1 text-small text-ink-3">{to && t("getHow", { network: placeOf(to), minutes })}</p>
      </div>
    </div>
  );
}

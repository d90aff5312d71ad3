import type { Order } from "../../../contract/order/order.ts";
import { type Figure, useMoney } from "../../components/order/use-money.ts";
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
      <Side
        label={t("youPay")}
        how={isAccount(from) ? t("payHowInvoice") : from && t("payHow", { network: placeOf(from) })}
        figure={money.figure(order.from.amount, order.from.asset)}
      />
      <span aria-hidden="true" className="hidden size-11 place-items-center rounded-full bg-inset lg:grid">
        <ArrowRight size={20} className="text-ink-2" />
      </span>
      <Side
        label={t("youGet")}
        how={to && t("getHow", { network: placeOf(to), minutes })}
        figure={money.figure(order.to.amount, order.to.asset)}
      />
    </div>
  );
}

type SideProps = { label: string; how: string | undefined; figure: Figure };

/** On a phone label and amount share a line, so that the button is near. */
function Side({ label, how, figure }: SideProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 p-4 lg:block lg:p-6">
      <p className="text-small font-medium text-ink-2">{label}</p>
      <p className="row-span-2">
        <span className="lg:hidden">
          <Amount {...figure} size="large" />
        </span>
        <span className="hidden lg:inline">
          <Amount {...figure} size="huge" />
        </span>
      </p>
      <p className="text-small text-ink-3 lg:mt-1">{how}</p>
    </div>
  );
}

import type { Order } from "../../../contract/order/order.ts";
import { HeldRate } from "../../components/order/held-rate.tsx";
import { useMoney } from "../../components/order/use-money.ts";
import type { Assets } from "../../components/summary/assets.ts";
import { CostLine } from "../../components/summary/cost-line.tsx";
import { SummarySlip } from "../../components/summary/summary-slip.tsx";
import { useTranslation } from "../../i18n/translation.ts";
import { ArrowRight, ChevronDown } from "../../ui/icons/icons.tsx";

/** The price in one line that unfolds, where no column stands beside the form: the fields are what this step is about. */
export function FoldedPrice({ order, assets }: { order: Order; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return (
    <details aria-label={t("title")} className="group rounded border border-line bg-surface wide:hidden">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-2 px-4 py-2 text-body-2">
        <strong className="figures whitespace-nowrap font-semibold">
          {money.text(order.from.amount, order.from.asset)}
        </strong>
        <ArrowRight size={16} className="shrink-0 text-ink-3" />
        <strong className="figures whitespace-nowrap font-semibold">
          {money.text(order.to.amount, order.to.asset)}
        </strong>
        <span className="ml-auto flex items-center gap-1.5 text-small text-ink-2">
          <HeldRate order={order} brief />
          <ChevronDown size={18} className="shrink-0 text-ink-3 group-open:rotate-180" />
        </span>
      </summary>
      <div className="space-y-4 border-t border-line p-4">
        <CostLine price={order} assets={assets} words="market" />
        <SummarySlip price={order} assets={assets} />
      </div>
    </details>
  );
}

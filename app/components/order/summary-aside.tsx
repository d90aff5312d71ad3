import { useTranslation } from "react-i18next";
import type { Order } from "../../../contract/order.ts";
import { Card } from "../../ui/card.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import type { Assets } from "./assets.ts";
import { HeldRate } from "./held-rate.tsx";
import { PriceSlip } from "./price-slip.tsx";

type SummaryAsideProps = {
  order: Order;
  assets: Assets /** Unfolded on a phone. */;
  open?: boolean;
  className?: string;
};

/** The price beside a step: in view all the time on a desk, folded on a phone. */
export function SummaryAside({ order, assets, open = false, className }: SummaryAsideProps) {
  const { t } = useTranslation("steps");
  return (
    <aside className={className}>
      <Card main className="hidden space-y-5 lg:sticky lg:top-6 lg:block">
        <h2 className="text-h4">{t("summary")}</h2>
        <div>
          <PriceSlip order={order} assets={assets} />
        </div>
        <HeldRate order={order} />
      </Card>
      <div className="space-y-3 lg:hidden">
        <HeldRate order={order} />
        <Disclosure title={t("howItAddsUp")} open={open}>
          <PriceSlip order={order} assets={assets} />
        </Disclosure>
      </div>
    </aside>
  );
}

import type { Order } from "../../../../contract/order/order.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import { useTranslation } from "../../../i18n/translation.ts";
import { Card } from "../../../ui/card.tsx";
import { Check } from "../../../ui/icons/icons.tsx";
import { OrderNumber } from "../order-number.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";
import { CompletedPrice } from "./completed-price.tsx";
import { CompletedSides } from "./completed-sides.tsx";
import { OutcomeActions } from "./outcome-actions.tsx";

type CompletedHeadProps = { order: Order; assets: Assets; texts: OrderTexts };

/** The end that was wanted: what was sent and how long it took, then both sides and the price. */
export function CompletedHead({ order, assets, texts }: CompletedHeadProps) {
  const { t } = useTranslation("order");
  return (
    <Card main className="!p-0">
      <div className="flex flex-col items-center px-4 pb-8 pt-8 text-center lg:px-8 lg:pb-10 lg:pt-11">
        <span className="grid size-20 place-items-center rounded-full bg-success-100">
          <span className="grid size-14 place-items-center rounded-full bg-success-600 text-surface">
            <Check size={32} className="icon-bold" />
          </span>
        </span>
        <OrderNumber order={order} className="mt-5 justify-center" />
        <h1 className="mt-2 text-display [text-wrap:balance]">{texts.title}</h1>
        <p className="mt-2 max-w-text text-lead text-ink-2">{texts.next}</p>
        <OutcomeActions order={order} className="mt-6 w-full sm:w-auto sm:justify-center" />
        <p className="no-print mt-4 text-small text-ink-3">{t("outcome.receipt")}</p>
      </div>
      <CompletedSides order={order} assets={assets} texts={texts} />
      <CompletedPrice order={order} assets={assets} texts={texts} />
    </Card>
  );
}

import type { Order } from "../../../../contract/order/order.ts";
import { orderConditions } from "../../../../contract/order/order-states.ts";
import { isMore } from "../../../../contract/values/decimal.ts";
import type { Assets } from "../../../components/summary/assets.ts";
import { FeeRows } from "../../../components/summary/fee-rows.tsx";
import { LoyaltyRow } from "../../../components/summary/loyalty-row.tsx";
import { PromoRow } from "../../../components/summary/promo-row.tsx";
import { useTranslation } from "../../../i18n/translation.ts";
import { Slip, SlipRow } from "../../../ui/figures/slip.tsx";
import type { OrderTexts } from "../texts/use-order-texts.ts";

type CompletedPriceProps = { order: Order; assets: Assets; texts: OrderTexts };

/** How the payout adds up. Amounts that differ from the order are named first. */
export function CompletedPrice({ order, assets, texts: { money } }: CompletedPriceProps) {
  const { t } = useTranslation("order");
  const fees = useTranslation("summary").t;
  const condition = orderConditions.find((name) => name === order.condition);
  return (
    <div className="border-t border-line p-4 lg:px-8 lg:py-6">
      <Slip>
        {condition && condition !== "exact" && (
          <SlipRow label={t("summary.payment")}>{t(`condition.${condition}`)}</SlipRow>
        )}
        {isMore(order.from.received, order.from.amount) && (
          <SlipRow label={t("outcome.exchanged")}>{money.text(order.from.amount, order.from.asset)}</SlipRow>
        )}
        {order.refund.sent && (
          <SlipRow label={t("progress.back")}>{money.text(order.refund.sent.amount, order.refund.sent.asset)}</SlipRow>
        )}
        <SlipRow label={fees("rate")}>{money.rate(order.rate)}</SlipRow>
        <FeeRows fees={order.fees} assets={assets} />
        <LoyaltyRow loyalty={order.loyalty} asset={order.to.asset} assets={assets} />
        <PromoRow promo={order.promo} asset={order.to.asset} assets={assets} />
        {order.promo_refused && (
          <SlipRow label={t("summary.promoRefused", { code: order.promo_refused.code })}>
            {t("summary.promoNotCounted")}
          </SlipRow>
        )}
        <SlipRow label={t("summary.rate")} total>
          {money.rate(order.effective_rate)}
        </SlipRow>
      </Slip>
    </div>
  );
}

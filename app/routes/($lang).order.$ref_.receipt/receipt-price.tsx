import { useMoney } from "../../components/order/use-money.ts";
import { FeeRows } from "../../components/summary/fee-rows.tsx";
import { LoyaltyRow } from "../../components/summary/loyalty-row.tsx";
import { PromoRow } from "../../components/summary/promo-row.tsx";
import { formatAmount } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import type { ReceiptProps } from "./receipt-props.ts";

/** Agreed amounts, the held rate, the market rate and all fees. */
export function ReceiptPrice({ receipt: { order }, assets }: ReceiptProps) {
  const { t } = useTranslation("receipt");
  const lang = useLang();
  const money = useMoney(assets);
  const rate = (value: string) =>
    t("price.rateOf", {
      from: assets[order.from.asset]?.symbol,
      rate: formatAmount(lang, value),
      to: assets[order.to.asset]?.symbol,
    });
  return (
    <section aria-labelledby="price">
      <h2 id="price" className="mb-3 text-h4">
        {t("price.title")}
      </h2>
      <Slip>
        <SlipRow label={t("price.send")}>{money.text(order.from.amount, order.from.asset)}</SlipRow>
        <SlipRow label={t("price.rate")}>{rate(order.rate)}</SlipRow>
        <FeeRows fees={order.fees} assets={assets} />
        <LoyaltyRow loyalty={order.loyalty} asset={order.to.asset} assets={assets} />
        <PromoRow promo={order.promo} asset={order.to.asset} assets={assets} />
        {order.promo_refused && (
          <SlipRow label={t("price.promoRefused", { code: order.promo_refused.code })}>{t("price.notCounted")}</SlipRow>
        )}
        <SlipRow label={t("price.get")} total>
          {money.text(order.to.amount, order.to.asset)}
        </SlipRow>
        <SlipRow label={t("price.allIn")}>{rate(order.effective_rate)}</SlipRow>
        <SlipRow label={t("price.market", { source: order.reference_source })}>{rate(order.reference_rate)}</SlipRow>
      </Slip>
    </section>
  );
}

import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow } from "../../ui/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";
import { type Figures, feeKind } from "./figures.ts";
import { PromoRow } from "./promo-row.tsx";

/** The short form of the breakdown: what is taken, and the rate of the market beside ours. */
export function PriceSlip({ figures, assets }: { figures: Figures | null; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return (
    <Slip>
      <SlipRow label={t("rate")}>{figures ? money.rate(figures.rate) : "–"}</SlipRow>
      {(figures?.fees ?? []).map((fee) => (
        <SlipRow key={fee.kind} label={t(`fee.${feeKind(fee.kind)}`)}>
          {money.text(fee.amount, fee.asset)}
        </SlipRow>
      ))}
      <PromoRow promo={figures?.promo ?? null} asset={figures?.to.asset ?? ""} assets={assets} />
      <SlipRow label={t("get")} total>
        {figures ? money.text(figures.to.amount, figures.to.asset) : "–"}
      </SlipRow>
      <SlipRow label={t("marketNow")}>{figures ? money.rate(figures.referenceRate) : "–"}</SlipRow>
    </Slip>
  );
}

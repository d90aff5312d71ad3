import type { Price } from "../../../contract/market/price.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";
import { feeKind } from "./fee-kind.ts";
import { LoyaltyRow } from "./loyalty-row.tsx";
import { PromoRow } from "./promo-row.tsx";

/** How a price is calculated: the rate before fees, the fees, and the market rate. The page says the payout itself. */
export function PriceSlip({ price, assets }: { price: Price | null; assets: Assets }) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  return (
    <Slip>
      <SlipRow label={t("rate")}>{price ? money.rate(price.rate) : "–"}</SlipRow>
      {(price?.fees ?? []).map((fee) => (
        <SlipRow key={fee.kind} label={t(`fee.${feeKind(fee.kind)}`)}>
          {money.text(fee.amount, fee.asset)}
        </SlipRow>
      ))}
      <LoyaltyRow loyalty={price?.loyalty ?? null} asset={price?.to.asset ?? ""} assets={assets} />
      <PromoRow promo={price?.promo ?? null} asset={price?.to.asset ?? ""} assets={assets} />
      <SlipRow label={t("marketNow")}>{price ? money.rate(price.reference_rate) : "–"}</SlipRow>
    </Slip>
  );
}

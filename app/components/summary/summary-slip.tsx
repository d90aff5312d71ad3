import type { Price } from "../../../contract/market/price.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { Slip, SlipRow, SlipRule } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";
import { feeKind } from "./fee-kind.ts";
import { LoyaltyRow } from "./loyalty-row.tsx";
import { PromoRow } from "./promo-row.tsx";

type SummarySlipProps = { price: Price | null; assets: Assets };

/** What is sent, what it converts to and the fees, line by line. Dashes replace unknown figures. */
export function SummarySlip({ price, assets }: SummarySlipProps) {
  const { t } = useTranslation("summary");
  const money = useMoney(assets);
  const amount = (leg: { asset: string; amount: string } | undefined) =>
    leg ? money.text(leg.amount, leg.asset) : "–";
  return (
    <div>
      <Slip>
        <SlipRow label={t("send")} total>
          {amount(price?.from)}
        </SlipRow>
      </Slip>
      <SlipRule />
      <Slip>
        <SlipRow label={t("rate")}>{price ? money.rate(price.rate) : "–"}</SlipRow>
        {(price?.fees ?? []).map((fee) => (
          <SlipRow key={fee.kind} label={t(`fee.${feeKind(fee.kind)}`)}>
            {amount(fee)}
          </SlipRow>
        ))}
        <LoyaltyRow loyalty={price?.loyalty ?? null} asset={price?.to.asset ?? ""} assets={assets} />
        <PromoRow promo={price?.promo ?? null} asset={price?.to.asset ?? ""} assets={assets} />
        <SlipRow label={t("get")} total>
          {amount(price?.to)}
        </SlipRow>
      </Slip>
    </div>
  );
}

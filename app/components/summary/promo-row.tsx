import type { AppliedPromo } from "../../../contract/market/price.ts";
import { isZero } from "../../../contract/values/decimal.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { SlipRow } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";

type PromoRowProps = { promo: AppliedPromo | null; asset: string; assets: Assets };

/** The effect of a promo code in money: a bonus on its own line, the reduction of a fee above, or cashback; none of a partner's. */
export function PromoRow({ promo, asset, assets }: PromoRowProps) {
  const { t } = useTranslation("summary");
  const { text } = useMoney(assets);
  if (!promo) return null;
  if (promo.cashback) {
    return (
      <SlipRow label={t("promoCashback", { code: promo.code })} kind="bonus">
        {text(promo.cashback.amount, promo.cashback.asset)}
      </SlipRow>
    );
  }
  if (promo.kind === "partner_bind") {
    return <SlipRow label={t("promoPartner", { code: promo.code })}>{t("promoPartnerCounted")}</SlipRow>;
  }
  return isZero(promo.bonus) ? (
    <SlipRow label={t("promoSaved", { code: promo.code })} kind="bonus">
      {text(promo.gain, asset)}
    </SlipRow>
  ) : (
    <SlipRow label={t("promo", { code: promo.code })} kind="bonus">
      +{text(promo.bonus, asset)}
    </SlipRow>
  );
}

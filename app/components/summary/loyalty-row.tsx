import type { AppliedLoyalty } from "../../../contract/member/loyalty.ts";
import { loyaltyTiers } from "../../../contract/member/loyalty-tiers.ts";
import { useTranslation } from "../../i18n/translation.ts";
import { SlipRow } from "../../ui/figures/slip.tsx";
import { useMoney } from "../order/use-money.ts";
import type { Assets } from "./assets.ts";

type LoyaltyRowProps = { loyalty: AppliedLoyalty | null; asset: string; assets: Assets };

/** What the member's discount is worth in this price; the fee above has it already. */
export function LoyaltyRow({ loyalty, asset, assets }: LoyaltyRowProps) {
  const { t } = useTranslation("summary");
  const { text } = useMoney(assets);
  const tierName = useTierName();
  if (!loyalty) return null;
  return (
    <SlipRow label={t("loyalty", { tier: tierName(loyalty.tier) })} kind="bonus">
      {text(loyalty.gain, asset)}
    </SlipRow>
  );
}

/** A tier of a newer service is shown by its code. */
export function useTierName(): (tier: string) => string {
  const { t } = useTranslation("summary");
  return (tier) => {
    const tierName = loyaltyTiers.find((loyaltyTier) => loyaltyTier === tier);
    return tierName ? t(`tier.${tierName}`) : tier;
  };
}

import type { AppliedLoyalty } from "../../../contract/member/loyalty.ts";
import { formatDecimal } from "../../../contract/values/decimal.ts";
import { loyaltyCounted, loyaltyGain } from "../../market/rules/loyalty.ts";
import type { PriceTerms } from "../../market/rules/pricing.ts";

/** The discount in a price, as quote, order and receipt show it. */
export function shownLoyalty(
  trade: Parameters<typeof loyaltyGain>[0],
  { fromDecimals, toDecimals }: Pick<PriceTerms, "fromDecimals" | "toDecimals">,
): AppliedLoyalty | null {
  const counted = loyaltyCounted(trade);
  if (counted === null) return null;
  const { tier, discountPercent } = counted;
  const gain = formatDecimal(loyaltyGain(trade, { fromDecimals, toDecimals }), toDecimals);
  return { tier, discount_percent: String(discountPercent), gain };
}

import type { Asset } from "../../../../contract/market/pairs.ts";
import { shortDecimal } from "../../../../contract/values/decimal.ts";
import type { Lang } from "../../../../contract/values/languages.ts";
import { typedAmount } from "../../../forms/amount-input.ts";
import { isAccount } from "../../summary/assets.ts";

/** An amount of the service as a field value: always cents, no trailing zeros for coins. */
export function fieldAmount(amount: string, asset: Asset | undefined, lang: Lang): string {
  const [whole = "0", shortest = ""] = shortDecimal(amount).split(".");
  const digits = isAccount(asset) ? shortest.padEnd(asset?.decimals ?? 0, "0") : shortest;
  return typedAmount(digits ? `${whole}.${digits}` : whole, lang);
}

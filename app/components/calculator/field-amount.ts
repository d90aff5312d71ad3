import type { Asset } from "../../../contract/market/pairs.ts";
import { typedAmount } from "../../forms/amount-input.ts";
import type { Lang } from "../../i18n/languages.ts";
import { isAccount } from "../summary/assets.ts";

/** A service's amount as it stands in a field: cents always, idle zeros of coins never. */
export function fieldAmount(amount: string, asset: Asset | undefined, lang: Lang): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  const shortest = fraction.replace(/0+$/, "");
  const digits = isAccount(asset) ? shortest.padEnd(asset?.decimals ?? 0, "0") : shortest;
  return typedAmount(digits ? `${whole}.${digits}` : whole, lang);
}

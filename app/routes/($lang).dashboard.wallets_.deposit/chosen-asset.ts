import type { WalletCurrency } from "../../../contract/balance/wallets.ts";
import type { Assets } from "../../components/summary/assets.ts";

/**
 * What the form of currency and network asks for. Without scripts a new currency is sent with a network of the old one:
 * the currency counts, and its first network is shown. Without a choice the first of all; null for an unknown one.
 */
export function chosenAsset(
  fields: URLSearchParams,
  currencies: readonly Pick<WalletCurrency, "asset">[],
  assets: Assets,
): string | null {
  const asset = fields.get("asset");
  const symbol = fields.get("currency");
  const ids = currencies.map((currency) => currency.asset);
  const named = ids.find((id) => id === asset);
  if (symbol === null) return asset === null ? (ids[0] ?? null) : (named ?? null);
  if (named && assets[named]?.symbol === symbol) return named;
  return ids.find((id) => assets[id]?.symbol === symbol) ?? null;
}

import type { Asset } from "../../../contract/market/pairs.ts";

/** The network's name: `Tron`, `Ethereum`. */
export function networkName(asset: Asset): string {
  const name = asset.network ?? asset.network_label ?? asset.name;
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** `TRC20 (Tron)` where a network has two names: wallets use either. */
export function networkWithLabel(asset: Asset): string {
  const name = networkName(asset);
  const label = asset.network_label;
  return label && label !== name ? `${label} (${name})` : name;
}

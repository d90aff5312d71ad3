import type { Asset } from "../../../contract/market/pairs.ts";

/** Assets by id. */
export type Assets = Record<string, Asset>;

/** An account at a payment service has another icon and format than a coin. */
export function isAccount(asset: Asset | undefined): boolean {
  return asset?.kind === "ewallet";
}

/** The line under the symbol: the network of a coin, the service of an account. */
export function placeOf(asset: Asset): string {
  return asset.network_label ?? asset.name;
}

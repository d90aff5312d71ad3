import type { Asset } from "../../../contract/market/pairs.ts";

type NamedAsset = Pick<Asset, "kind" | "name" | "symbol" | "network_label">;

const noBreakSpace = "\u00a0";

/** The names of a pair's assets for titles: "USDT TRC20", "Bitcoin", "PayPal USD". */
export function pairNames(from: NamedAsset, to: NamedAsset): { from: string; to: string } {
  return { from: nameOf(from), to: nameOf(to) };
}

function nameOf({ kind, name, symbol, network_label }: NamedAsset): string {
  if (kind === "ewallet") return `${name}${noBreakSpace}${symbol}`;
  return network_label === null || network_label === name ? name : `${symbol}${noBreakSpace}${network_label}`;
}

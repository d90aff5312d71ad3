/** A common mistake: the same token on another network, or another coin from the same wallet. */
export function wrongAsset(asset: string): string {
  const mistakes: Record<string, string> = {
    "usdt-trc20": "usdt-erc20",
    "usdt-erc20": "eth",
    eth: "usdt-erc20",
    btc: "ltc",
    ltc: "btc",
    "paypal-usd": "paypal-eur",
    "paypal-eur": "paypal-usd",
  };
  return mistakes[asset] ?? "eth";
}

type Terms = {
  /** Options of `assets add` for each asset, with `--reason`. */
  usdt: readonly string[];
  eth: readonly string[];
  reason: string;
};

/** The commands that add and open dollars at PayPal, paid and received by hand, with `float` of them there. `because`: the options for a reason. */
export function paypalCommands(float: string, because: readonly string[]): string[][] {
  const named = ["--symbol", "USD", "--name", "PayPal", "--decimals", "2", "--confirmations", "0"];
  return [
    ["assets", "add", "paypal-usd", ...named, ...because],
    ["assets", "set", "paypal-usd", "--receive", "on", "--send", "on", ...because],
    ["reserve", "fund", "paypal-usd", float, "--rail", "paypal-by-hand", ...because],
  ];
}

/** An operator's commands that add and open the token and the coin of the test chain, as on the first day (docs/operating.md). */
export function assetCommands({ usdt, eth, reason }: Terms): string[][] {
  const open = ["--receive", "on", "--send", "on", "--anyway", "--reason", reason];
  return [
    ["assets", "add", "usdt-erc20", "--symbol", "USDT", "--name", "Tether", "--decimals", "6", ...usdt],
    ["assets", "add", "eth", "--symbol", "ETH", "--name", "Ethereum", "--decimals", "18", ...eth],
    ["assets", "set", "usdt-erc20", ...open],
    ["assets", "set", "eth", ...open],
  ];
}

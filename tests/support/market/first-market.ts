const anyway = "yes";
const fees = { refund_fee: "3", withdraw_fee: "3", min_withdraw: "20", min_deposit: "10", network_label: "ERC20" };

/** What an operator types about three assets; a test of `assets add` changes single words. */
export const firstAssets = {
  usdt: { asset: "usdt-erc20", symbol: "USDT", name: "Tether", decimals: "6", confirmations: "12" },
  eth: { asset: "eth", symbol: "ETH", name: "Ethereum", decimals: "18", confirmations: "12" },
  dollars: { asset: "paypal-usd", symbol: "USD", name: "PayPal", decimals: "2", confirmations: "0" },
} as const;

const firstMoney = { "paypal-usd": "5000", "usdt-erc20": "5000", eth: "3" } as const;

const rates = [
  ["usdt-erc20", "paypal-usd", "0.999", "20", "1000"],
  ["paypal-usd", "usdt-erc20", "1.001", "20", "1000"],
  ["eth", "paypal-usd", "2800", "0.01", "0.5"],
  ["paypal-usd", "eth", "0.000356", "50", "1000"],
] as const;

type Command = readonly [command: string, args: Record<string, string>];

/**
 * The commands with which an operator builds a market of three assets and four pairs. `money`: what the reserves begin with, in
 * units. `confirmations`: of the token and the coin.
 */
export function firstMarket({
  money = firstMoney,
  confirmations = "12",
}: {
  money?: Readonly<Record<string, string>>;
  confirmations?: string;
} = {}): Command[] {
  const { usdt, eth, dollars } = firstAssets;
  const assets = [{ ...usdt, ...fees, tolerance_bps: "50", confirmations }, { ...eth, confirmations }, dollars];
  const terms = { margin_bps: "300", service_bps: "50", payout_fee: "0" };
  return [
    ...assets.flatMap((typed): Command[] => [
      ["assets add", { ...typed, anyway }],
      ["assets set", { asset: typed.asset, receive: "on", send: "on", anyway }],
    ]),
    ...Object.entries(money).map(([asset, amount]): Command => ["reserve fund", { asset, amount, anyway }]),
    ...rates.flatMap(([from, to, rate, min_from, max_from]): Command[] => [
      ["pairs add", { from, to }],
      ["rates set", { pair: `${from}_${to}`, rate, anyway }],
      ["pairs open", { pair: `${from}_${to}`, ...terms, min_from, max_from, anyway }],
    ]),
  ];
}

import type { asset, pair, promo } from "../../db/schema/market.ts";
import { networkNames, networks } from "../../shared/rules/addresses/networks.ts";

type AssetRow = typeof asset.$inferInsert;
type PairRow = typeof pair.$inferInsert & { referenceRate: string };
type PromoRow = Omit<typeof promo.$inferInsert, "createdAt">;

/** What the record of its network says of an asset that is simulated there. */
const simulatedAssets = networkNames.flatMap((network) => {
  const { explorerTx, sandbox } = networks[network];
  return Object.entries(sandbox.assets).map(([id, decimals]) => ({ id, network, decimals, explorerTx }));
});

function simulated(id: string) {
  const asset = simulatedAssets.find((candidate) => candidate.id === id);
  if (!asset) throw new Error(`No network simulates ${id}.`);
  return asset;
}

/** The sandbox rail of an asset, as the ledger's account names it. */
export function sandboxRailOf(asset: string): string {
  return `sandbox-${simulatedAssets.find(({ id }) => id === asset)?.network ?? "paypal"}`;
}

/** The demo operator's funding, minor units. */
export const sandboxReserves = [
  ["usdt-trc20", 125_000_000000n],
  ["trx", 6_000_000000n],
  ["usdt-erc20", 80_000_000000n],
  ["btc", 1_85000000n],
  ["eth", 32_500000000000000000n],
  ["ltc", 410_00000000n],
  ["paypal-usd", 48_210_55n],
  ["paypal-eur", 31_480_20n],
] as const satisfies [string, bigint][];

const crypto = { kind: "crypto", toleranceBps: 50, needsMemo: false } as const;
const usdt = { ...crypto, symbol: "USDT", name: "Tether", shownDecimals: 2 } as const;
const paypal = {
  kind: "ewallet",
  name: "PayPal",
  network: null,
  networkLabel: null,
  decimals: 2,
  shownDecimals: 2,
  explorerTx: null,
  confirmations: 0,
  toleranceBps: 0,
  refundFee: 0n,
} as const;

export const demoAssets: AssetRow[] = [
  {
    ...usdt,
    ...simulated("usdt-trc20"),
    networkLabel: "TRC20",
    monitorCode: "USDTTRC20",
    confirmations: 20,
    refundFee: 1_000000n,
    withdrawFee: 1_000000n,
    minWithdraw: 10_000000n,
    minDeposit: 5_000000n,
    sort: 1,
  },
  {
    ...usdt,
    ...simulated("usdt-erc20"),
    networkLabel: "ERC20",
    monitorCode: "USDTERC20",
    confirmations: 12,
    refundFee: 3_000000n,
    withdrawFee: 3_000000n,
    minWithdraw: 20_000000n,
    minDeposit: 10_000000n,
    sort: 2,
  },
  {
    ...crypto,
    ...simulated("btc"),
    symbol: "BTC",
    name: "Bitcoin",
    networkLabel: "Bitcoin",
    shownDecimals: 6,
    monitorCode: "BTC",
    confirmations: 2,
    refundFee: 2000n,
    withdrawFee: 2000n,
    minWithdraw: 20_000n,
    minDeposit: 10000n,
    sort: 3,
  },
  {
    ...crypto,
    ...simulated("eth"),
    symbol: "ETH",
    name: "Ethereum",
    networkLabel: "Ethereum",
    shownDecimals: 5,
    monitorCode: "ETH",
    confirmations: 12,
    refundFee: 400_000_000_000_000n,
    withdrawFee: 400_000_000_000_000n,
    minWithdraw: 4_000_000_000_000_000n,
    minDeposit: 2_000_000_000_000_000n,
    sort: 4,
  },
  {
    ...crypto,
    ...simulated("ltc"),
    symbol: "LTC",
    name: "Litecoin",
    networkLabel: "Litecoin",
    shownDecimals: 4,
    monitorCode: "LTC",
    confirmations: 6,
    refundFee: 100000n,
    withdrawFee: 100000n,
    minWithdraw: 1_000_000n,
    minDeposit: 1_000000n,
    sort: 5,
  },
  { id: "paypal-usd", ...paypal, symbol: "USD", monitorCode: "PPUSD", sort: 6 },
  { id: "paypal-eur", ...paypal, symbol: "EUR", monitorCode: "PPEUR", sort: 7 },
  // Pays the network fees of TRON, and is in no pair: it is never sold.
  {
    ...crypto,
    ...simulated("trx"),
    symbol: "TRX",
    name: "TRON",
    networkLabel: "TRON",
    shownDecimals: 2,
    monitorCode: "TRX",
    receiveEnabled: false,
    sendEnabled: false,
    confirmations: 20,
    refundFee: 15_000000n,
    sort: 8,
  },
];

const toPaypal = {
  status: "active",
  marginBps: 340,
  serviceBps: 50,
  payoutFee: 0n,
  etaMinMinutes: 5,
  etaMaxMinutes: 30,
  rules: ["paypal_verified_only", "name_must_match"],
  labels: ["manual", "verifying"],
} as const;

function toPaypalPairs(
  page: string,
  from: string,
  limits: { minFrom: bigint; maxFrom: bigint },
  usd: string,
  eur: string,
) {
  return [["paypal-usd", usd] as const, ["paypal-eur", eur] as const].map(([to, referenceRate]) =>
    sold(page, from, to, { ...toPaypal, ...limits, referenceRate }),
  );
}

/** Paid by PayPal invoice: payers get more time and PayPal may reverse payments, so the margin is wider. */
function invoicePairs(to: string, payoutFee: bigint, usd: string, eur: string) {
  const terms = {
    ...toPaypal,
    marginBps: 460,
    payoutFee,
    minFrom: 50_00n,
    maxFrom: 1000_00n,
    etaMinMinutes: 10,
    etaMaxMinutes: 60,
  } as const;
  return [["paypal-usd", usd] as const, ["paypal-eur", eur] as const].map(([from, referenceRate]) =>
    sold("paypal-invoice", from, to, { ...terms, referenceRate }),
  );
}

type Terms = Omit<PairRow, "id" | "from" | "to" | "page" | "slug" | "sort" | "rules" | "labels"> & {
  rules: readonly string[];
  labels: readonly string[];
};

function sold(page: string, from: string, to: string, terms: Terms): Omit<PairRow, "sort"> {
  const { rules, labels, ...rest } = terms;
  return {
    ...rest,
    id: `${from}_${to}`,
    from,
    to,
    page,
    slug: `${from}-to-${to}`,
    rules: [...rules],
    labels: [...labels],
  };
}

const usdtLimits = { minFrom: 20_000000n, maxFrom: 5_000_000000n };

export const demoPairs: PairRow[] = [
  ...toPaypalPairs("usdt-to-paypal", "usdt-trc20", usdtLimits, "0.9990", "0.8864"),
  ...toPaypalPairs("usdt-to-paypal", "usdt-erc20", usdtLimits, "0.9990", "0.8864"),
  ...toPaypalPairs("crypto-to-paypal", "btc", { minFrom: 50000n, maxFrom: 50000000n }, "91521.90", "81211.30"),
  ...toPaypalPairs(
    "crypto-to-paypal",
    "eth",
    { minFrom: 10_000_000_000_000_000n, maxFrom: 15_000_000_000_000_000_000n },
    "2806.83",
    "2490.60",
  ),
  ...toPaypalPairs("crypto-to-paypal", "ltc", { minFrom: 30000000n, maxFrom: 400_00000000n }, "84.20", "74.71"),
  ...invoicePairs("usdt-trc20", 1_000000n, "1.0010", "1.1281"),
  ...invoicePairs("usdt-erc20", 3_000000n, "1.0010", "1.1281"),
  ...invoicePairs("btc", 2000n, "0.0000109263", "0.0000123136"),
  ...invoicePairs("eth", 400_000_000_000_000n, "0.000356274", "0.000401509"),
  ...invoicePairs("ltc", 100000n, "0.0118765", "0.0133851"),
].map((row, index) => ({ ...row, sort: index + 1 }));

/** What an asset that only pays network fees is worth, for reports. */
const demoFeeRates = [{ asset: "trx", rate: "0.2846", in: "paypal-usd" }] as const;

/** Ten basis points better for orders of at least 100 USDT. */
const demoPromos: PromoRow[] = [
  {
    code: "WELCOME5",
    kind: "rate_bonus_bps",
    value: "10",
    pairs: demoPairs.filter(({ page }) => page === "usdt-to-paypal").map(({ id }) => id),
    minFrom: "100",
  },
];

/** The demo market of these assets: theirs are its reserves and fee rates, and the pairs of two of them. */
export function demoMarketOf(isIncluded: (asset: string) => boolean) {
  const pairs = demoPairs.filter(({ from, to }) => isIncluded(from) && isIncluded(to));
  const isSold = (id: string) => pairs.some((row) => row.id === id);
  return {
    assets: demoAssets.filter(({ id }) => isIncluded(id)),
    pairs,
    promos: demoPromos.filter((promo) => promo.pairs.every(isSold)),
    feeRates: demoFeeRates.filter(({ asset }) => isIncluded(asset)),
    reserves: sandboxReserves.filter(([asset]) => isIncluded(asset)),
  };
}
export type DemoMarket = ReturnType<typeof demoMarketOf>;

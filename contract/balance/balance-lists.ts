/** Kinds of movements of a wallet. */
export const transactionTypes = [
  "deposit",
  "withdrawal",
  "withdrawal_fee",
  "withdrawal_returned",
  "order_payin",
  "order_payout",
  "refund",
  "affiliate",
  "promo",
  "adjustment",
  "chargeback",
  "debt_repayment",
] as const;

/** What can become of a deposit. */
export const depositStatuses = [
  ...(["pending", "collecting", "credited", "unclaimed", "returned", "gone", "taken_back", "checking"] as const),
] as const;

/** What the sandbox can simulate for a wallet. */
export const sandboxDepositEvents = ["pay", "pay_wrong_asset", "confirm", "vanish", "take_back"] as const;
export type SandboxDepositEvent = (typeof sandboxDepositEvents)[number];

/** The currencies in which wallets can be valued. */
export const walletTotalCurrencies = ["usd", "eur"] as const;
export type WalletTotalCurrency = (typeof walletTotalCurrencies)[number];

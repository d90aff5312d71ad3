import type { Endpoint } from "./endpoint.ts";

/** A specified call that is not built yet: it answers 501 `not_available`, and the OpenAPI document marks it so. */
const planned = (
  method: Endpoint["method"],
  path: string,
  area: Endpoint["area"],
  access: Endpoint["access"],
  summary: string,
) =>
  ({
    method,
    path,
    area,
    access,
    summary,
    replyStatus: 200,
    idempotency: "none",
    bodyLimitBytes: 64 * 1024,
    problems: ["not_available"],
    available: false,
  }) as const satisfies Endpoint;

export const plannedCalls = {
  memberTransactions: planned("GET", "member/history/transactions", "member", "member", "Transactions of the wallets."),
  withdrawalsList: planned("GET", "member/withdrawals/list", "member", "member", "Withdrawals."),
  withdrawalsCreate: planned("POST", "member/withdrawals/create", "member", "member", "Requests a withdrawal."),
  balanceCurrencies: planned("GET", "balance/currencies", "balance", "member", "Currencies of wallets."),
  balanceCreate: planned("POST", "balance/create", "balance", "member", "Creates a wallet."),
  balanceDetails: planned("GET", "balance", "balance", "member", "All wallets."),
  balanceCoin: planned("GET", "balance/coin", "balance", "member", "One wallet with its latest transactions."),
  balanceWithdraw: planned("POST", "balance/withdraw", "balance", "member", "Withdraws from a wallet."),
} as const satisfies Record<string, Endpoint>;

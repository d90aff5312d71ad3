import type { Endpoint } from "./endpoint.ts";

/** A call that the specification names and that is not built yet: it answers 501 `not_available`, and the document says so. */
const later = (
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

export const laterEndpoints = {
  memberTransactions: later("GET", "member/history/transactions", "member", "member", "Movements of the wallets."),
  withdrawalsList: later("GET", "member/withdrawals/list", "member", "member", "Withdrawals."),
  withdrawalsCreate: later("POST", "member/withdrawals/create", "member", "member", "Asks for a withdrawal."),
  balanceCurrencies: later("GET", "balance/currencies", "balance", "member", "What a wallet can hold."),
  balanceCreate: later("POST", "balance/create", "balance", "member", "Opens a wallet."),
  balanceDetails: later("GET", "balance", "balance", "member", "All wallets."),
  balanceCoin: later("GET", "balance/coin", "balance", "member", "One wallet with its last movements."),
  balanceWithdraw: later("POST", "balance/withdraw", "balance", "member", "Withdraws from a wallet."),
  subscribe: later("POST", "subscribe", "misc", "public", "Subscribes to the newsletter."),
  supportMessage: later("POST", "support/message", "misc", "public", "Sends a message to support."),
  reviewsCreate: later("POST", "reviews", "misc", "order", "Leaves a review of an order."),
  reviewsConfirm: later("POST", "reviews/confirm", "misc", "public", "Confirms a review."),
} as const satisfies Record<string, Endpoint>;

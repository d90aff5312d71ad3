import type { Endpoint } from "./endpoint.ts";

/** A specified call that is not built yet: it answers 501 `not_available`, and the document says so. */
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
  memberTransactions: planned("GET", "member/history/transactions", "member", "member", "Movements of the wallets."),
  withdrawalsList: planned("GET", "member/withdrawals/list", "member", "member", "Withdrawals."),
  withdrawalsCreate: planned("POST", "member/withdrawals/create", "member", "member", "Asks for a withdrawal."),
  balanceCurrencies: planned("GET", "balance/currencies", "balance", "member", "What a wallet can hold."),
  balanceCreate: planned("POST", "balance/create", "balance", "member", "Opens a wallet."),
  balanceDetails: planned("GET", "balance", "balance", "member", "All wallets."),
  balanceCoin: planned("GET", "balance/coin", "balance", "member", "One wallet with its last movements."),
  balanceWithdraw: planned("POST", "balance/withdraw", "balance", "member", "Withdraws from a wallet."),
  subscribe: planned("POST", "subscribe", "misc", "public", "Subscribes to the newsletter."),
  supportMessage: planned("POST", "support/message", "misc", "public", "Sends a message to support."),
  reviewsCreate: planned("POST", "reviews", "misc", "order", "Leaves a review of an order."),
  reviewsConfirm: planned("POST", "reviews/confirm", "misc", "public", "Confirms a review."),
} as const satisfies Record<string, Endpoint>;

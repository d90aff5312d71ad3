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
  withdrawalsList: planned("GET", "member/withdrawals/list", "member", "member", "Withdrawals."),
  withdrawalsCreate: planned("POST", "member/withdrawals/create", "member", "member", "Requests a withdrawal."),
  balanceWithdraw: planned("POST", "balance/withdraw", "balance", "member", "Withdraws from a wallet."),
} as const satisfies Record<string, Endpoint>;

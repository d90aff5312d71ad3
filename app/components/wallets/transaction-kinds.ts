import type { transactionTypes } from "../../../contract/balance/balance-lists.ts";

export type TransactionType = (typeof transactionTypes)[number];

/** The tabs of the list, each with its types; null for all. */
export const kindTypes = {
  all: null,
  deposits: ["deposit"],
  withdrawals: ["withdrawal", "withdrawal_fee", "withdrawal_returned"],
  orders: ["order_payin", "order_payout", "refund"],
  other: ["affiliate", "promo", "adjustment", "chargeback", "debt_repayment"],
} as const satisfies Record<string, readonly TransactionType[] | null>;

export type TransactionKind = keyof typeof kindTypes;
export const transactionKinds = [
  "all",
  "deposits",
  "withdrawals",
  "orders",
  "other",
] as const satisfies readonly TransactionKind[];

import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { payoutWaits } from "../values/payout-waits.ts";
import { transactionTypes } from "./balance-lists.ts";

/** A booked movement of a wallet: `status` is always `posted`. */
export const walletTransaction = z
  .object({
    id: z.string(),
    at: time,
    type: openEnum(transactionTypes),
    asset: z.string(),
    amount: decimal,
    direction: z.enum(["credit", "debit"]),
    balance_after: decimal.describe("All the wallet had after it: `posted`."),
    status: openEnum(["posted"]),
    order_ref: z.string().nullable(),
    deposit_id: z.string().nullable(),
    withdrawal_id: z.string().nullable(),
    external_id: z.string().nullable().describe("The transaction of the network, for a deposit."),
    note: z.string().nullable().describe("The reason that an operator gave for a correction."),
  })
  .meta({ id: "WalletTransaction" });
export type WalletTransaction = z.infer<typeof walletTransaction>;

/** A deposit on its way or in a check, or a withdrawal whose money is held: in no balance yet, so the one after it is not known. */
const pendingTransaction = z
  .object({
    id: z.string().describe("Of the deposit or the withdrawal."),
    at: time.describe("When the deposit was seen, or the withdrawal asked for."),
    type: openEnum(["deposit", "withdrawal"]),
    asset: z.string(),
    amount: decimal,
    direction: z.enum(["credit", "debit"]),
    status: z.string().describe("The status of the deposit or the withdrawal."),
    account: z.string().nullable().describe("Where a withdrawal goes."),
    available_at: time.nullable().describe("Until when a withdrawal to a new address waits."),
    confirmations: z.int().nullable().describe("Of a deposit."),
    required: z.int().nullable(),
    waits_for: openEnum(payoutWaits).nullable().default(null).describe("Of a withdrawal: as in `withdrawalsShow`."),
    check_by: time
      .nullable()
      .default(null)
      .describe(
        "While it is in a check that the law requires: by when our team reviews it; null where that time has passed, or a decision was made.",
      ),
  })
  .meta({ id: "PendingTransaction" });
export type PendingTransaction = z.infer<typeof pendingTransaction>;

const typed = z.string().trim().max(64);

/**
 * `from` and `to` are times or days (UTC), `to` exclusive. Pages go from new to old: `cursor` is the `next_cursor` of the
 * page before, so a page stays the same when new transactions arrive.
 */
export const transactionsQuery = z.object({
  asset: z.array(typed).max(20).optional(),
  type: z.array(typed).max(20).optional(),
  from: typed.optional(),
  to: typed.optional(),
  cursor: typed.optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
  format: z
    .enum(["json", "csv"])
    .default("json")
    .describe("`csv`: all matching transactions, oldest first, with the separators of the caller’s language."),
});
export const transactionsReply = z.object({
  data: z.array(walletTransaction),
  pending: z
    .array(pendingTransaction)
    .optional()
    .describe(
      "What is not booked yet, newest first, by the same filters; on the first page only, outside its paging; always sent.",
    ),
  meta: z.object({
    per_page: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("For the next, older page; null on the last."),
  }),
});

/** `month`: `2026-11`, in UTC; the current one by default. */
export const statementQuery = z.object({ month: typed.optional() });
const statementLine = z
  .object({
    asset: z.string(),
    opening: decimal,
    credited: decimal,
    debited: decimal,
    closing: decimal,
    transactions: z.int(),
  })
  .meta({ id: "StatementLine" });
export type StatementLine = z.infer<typeof statementLine>;

/** Opening balance plus credits less debits is the closing balance, which opens the next month. */
export const statementReply = z.object({
  data: z.object({ month: z.string(), from: time, to: time, lines: z.array(statementLine) }),
  meta: z.object({
    first_month: z.string().nullable().describe("The month of the first transaction; null without any."),
    last_month: z.string(),
  }),
});

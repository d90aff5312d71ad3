import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { order } from "./order.ts";
import { signedReceipt } from "./signed-statements.ts";

/** A transfer of an order at a rail. */
const receiptMove = z
  .object({
    direction: openEnum(["in", "out", "back"]).describe("`in`: payment, `out`: payout, `back`: refund."),
    id: z.string().nullable().describe("The rail's own; null until it names one."),
    asset: z.string(),
    amount: decimal,
    fee: decimal.describe("The refund fee, in addition to the amount."),
    account: z.string().nullable(),
    status: openEnum(["seen", "final", "vanished", "sending", "sent", "returned", "failed"]),
    at: time,
    url: z.string().nullable(),
  })
  .meta({ id: "ReceiptMove" });
export type ReceiptMove = z.infer<typeof receiptMove>;

export const receiptLineKinds = [
  "received",
  "exchanged",
  "credited",
  "paid_out",
  "payout_returned",
  "sent_back",
  "refund_fee",
  "taken_back",
  "kept_aside",
] as const;

/** The customer's ledger statement in one asset: lines in less lines out equals `balance`. */
const receiptAccount = z
  .object({
    asset: z.string(),
    lines: z.array(z.object({ kind: openEnum(receiptLineKinds), direction: z.enum(["in", "out"]), amount: decimal })),
    balance: decimal,
  })
  .meta({ id: "ReceiptAccount" });
export type ReceiptAccount = z.infer<typeof receiptAccount>;

/** A complete record of an order. */
const receipt = z
  .object({
    order,
    moves: z.array(receiptMove),
    accounts: z.array(receiptAccount),
    reversed: decimal.describe("Part of the payment reversed by the payer or the rail, in the asset sent."),
    issuer: z.object({
      name: z.string(),
      email: z.string(),
      site: z.string(),
      company: z.string(),
      registration: z.string(),
      address: z.string(),
      is_example: z.boolean().describe("True in test mode while the operator has not said who runs the exchange."),
    }),
    made_at: time,
    check_code: z
      .string()
      .describe(
        "For paper: `exchange/verify` answers it with the number, status, amounts and date of this receipt. Opens nothing.",
      ),
    signed: signedReceipt.describe("The same in short, signed, for anybody whom the customer shows it to."),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof receipt>;
export const receiptQuery = z.object({ ref: z.string().trim().max(40) });
export const receiptReply = z.object({ data: receipt });

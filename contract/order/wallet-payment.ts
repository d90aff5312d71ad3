import { z } from "zod/v4";
import { confirmationMethods } from "../balance/withdrawal-lists.ts";
import { withdrawalLimit } from "../balance/withdrawals.ts";
import { decimal, openEnum, time } from "../values/amount.ts";

const ref = z.string().trim().max(40);

export const walletPaymentQuery = z.object({ ref });
export const walletCodeBody = z.object({ ref });

/** What it takes to pay an order from its owner's wallet: as much as a withdrawal to the same account. */
const walletPayment = z
  .object({
    asset: z.string(),
    amount: decimal.describe("What leaves the wallet."),
    to_asset: z.string(),
    account: z.string().nullable().describe("Where the payout goes; null into the member’s own wallet."),
    memo: z.string().nullable(),
    confirm_with: openEnum(confirmationMethods)
      .nullable()
      .describe("The code that confirms it; null where the money stays in the member’s wallets."),
    is_new_account: z.boolean().describe("Not saved or paid to for a day: the payout waits."),
    available_at: time.nullable().describe("Until when the payout waits; null where it is sent at once."),
    worth_usd: decimal.describe("What it uses of the day’s limit."),
    limit: withdrawalLimit.nullable().describe("Shared with withdrawals; null where none applies."),
  })
  .meta({ id: "WalletPayment" });
export type WalletPayment = z.infer<typeof walletPayment>;
export const walletPaymentReply = z.object({ data: walletPayment });

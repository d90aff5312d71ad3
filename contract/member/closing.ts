import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { typedPassword, typedSecondFactor } from "./auth.ts";

/**
 * Why the money of a wallet keeps an account open. `available`: it can be withdrawn; `settling`: it can later; `held`: it
 * is on its way out; `pending`: a deposit is not final; `checking`: a deposit is in a check that the law requires; `debt`: the member
 * owes it.
 */
export const closingReasons = ["available", "settling", "held", "pending", "checking", "debt"] as const;
export type ClosingReason = (typeof closingReasons)[number];

/**
 * Money that no withdrawal can take out. `below_withdrawal`: of a wallet, below the smallest withdrawal; `below_deposit`:
 * of deposits below the minimum; `other_asset`: of deposits in another asset than the wallet's; `reward`: of rewards that are less than
 * the smallest payout, or whose programme is off.
 */
export const leftoverKinds = ["below_withdrawal", "below_deposit", "other_asset", "reward"] as const;
export type LeftoverKind = (typeof leftoverKinds)[number];

const closingWallet = z
  .object({ asset: z.string(), amount: decimal, reason: openEnum(closingReasons) })
  .meta({ id: "ClosingWallet" });
const leftover = z
  .object({ asset: z.string(), amount: decimal, kind: openEnum(leftoverKinds) })
  .meta({ id: "ClosingLeftover" });
export type ClosingWallet = z.infer<typeof closingWallet>;
export type Leftover = z.infer<typeof leftover>;

export const closingReply = z.object({
  data: z.object({
    can_close: z.boolean(),
    open_orders: z.int().describe("Orders that have not ended."),
    wallets: z.array(closingWallet).describe("Money and debts that keep the account open."),
    rewards_due: z.boolean().describe("Rewards of the affiliate programme wait or can be paid out."),
    leftovers: z
      .array(leftover)
      .describe("Money that cannot be withdrawn. The account can be closed when the member gives it up."),
  }),
});

export const closeAccountBody = z.object({
  password: typedPassword,
  two_factor_code: typedSecondFactor,
  give_up_leftovers: z
    .boolean()
    .default(false)
    .describe(
      "Required where there are `leftovers`: they are kept as unclaimed money, and rewards in the account of the partner.",
    ),
});
export const closeAccountReply = z.object({
  data: z.object({
    closed_at: time,
    kept: z.array(z.string()).describe("Records kept by law, as codes: `orders`, `security_events`."),
    kept_until: time,
  }),
});

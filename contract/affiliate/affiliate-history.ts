import { z } from "zod/v4";
import { decimal, openEnum } from "../values/amount.ts";
import { affiliateTiers, referralReasons, referralStates, referralWays } from "./affiliate-lists.ts";

const typed = z.string().trim().max(64);
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe("A date in UTC.");

/** How a reward came about: `profit` x `rate` is `base`, and `percent` of it, cut, is `amount`. */
const reward = z
  .object({
    amount: decimal,
    asset: z.string(),
    percent: decimal,
    tier: openEnum(affiliateTiers).nullable().describe("Null: a rate agreed with this partner."),
    profit: decimal.describe("Our fee and margin less what the exchange cost us, in the payout asset."),
    profit_asset: z.string(),
    rate: decimal.describe("Units of `asset` for one of `profit_asset` when the order was completed."),
    base: decimal.describe("The profit in `asset`, less network fees paid in other assets."),
    ready_on: day.nullable().describe("Ready from this day; null if it never will be."),
  })
  .meta({ id: "AffiliateReward" });

/** An order that came to the partner. Nothing in it tells whose order it is. */
const affiliateReferral = z
  .object({
    id: z.string(),
    day,
    pair: z.string(),
    from_asset: z.string(),
    to_asset: z.string(),
    amount_band: z
      .object({ from_usd: decimal, to_usd: decimal.nullable() })
      .nullable()
      .describe("The amount lies in this band; null where it has no rate in dollars."),
    code: z.string().describe("Of the link or promo code."),
    way: openEnum(referralWays),
    state: openEnum(referralStates),
    reason: openEnum(referralReasons).nullable().describe("Why it does not count."),
    reward: reward.nullable(),
  })
  .meta({ id: "AffiliateReferral" });
export type AffiliateReferral = z.infer<typeof affiliateReferral>;

export const affiliateReferralsQuery = z.object({
  code: typed.optional().describe("Only orders of this link."),
  cursor: typed.optional(),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
  format: z.enum(["json", "csv"]).default("json").describe("`csv`: all orders, newest first."),
});
export const affiliateReferralsReply = z.object({
  data: z.array(affiliateReferral),
  meta: z.object({
    per_page: z.int(),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("For the next, older page; null on the last."),
  }),
});

export const earningsGroups = ["day", "month", "link", "pair"] as const;
export const affiliateEarningsQuery = z.object({
  by: z.enum(earningsGroups).default("day"),
  from: typed.optional().describe("A day; 30 days before `to` by default."),
  to: typed.optional().describe("The last day, included; today by default. A year at most."),
});
const earnings = z.object({
  visits: z.int(),
  signups: z.int(),
  orders: z.int(),
  counted: z.int(),
  waiting: decimal,
  ready: decimal,
  lost: decimal.describe("Void or taken back: of refunded, charged-back and fraudulent orders."),
});
export const affiliateEarningsReply = z.object({
  data: z.array(
    earnings
      .extend({
        key: z
          .string()
          .describe(
            "The day (`2026-11-21`), the month (`2026-11`, only its days of the span), the link’s code or the pair; empty for the second level’s link.",
          ),
      })
      .meta({ id: "AffiliateEarnings" }),
  ),
  meta: z.object({ by: z.enum(earningsGroups), from: day, to: day, asset: z.string(), total: earnings }),
});

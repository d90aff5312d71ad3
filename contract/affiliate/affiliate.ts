import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { affiliatePayoutStates, affiliatePeriods, affiliateTiers, partnerStatuses } from "./affiliate-lists.ts";

const typed = z.string().trim().max(200);

const affiliateLink = z
  .object({
    code: z.string(),
    label: z.string().nullable(),
    is_main: z.boolean().describe("The main link cannot be deleted."),
    link: z.string().describe("Our home page with the code; `?partner=` with it works on every page."),
    created_at: time,
  })
  .meta({ id: "AffiliateLink" });
export type AffiliateLink = z.infer<typeof affiliateLink>;

const affiliatePayout = z
  .object({
    state: openEnum(affiliatePayoutStates),
    amount: decimal,
    asked_at: time,
    decided_at: time.nullable(),
    reason: z.string().nullable().describe("Why it was refused, in our team’s words."),
  })
  .meta({ id: "AffiliatePayout" });

const affiliateSummary = z
  .object({
    status: openEnum(partnerStatuses),
    paused_reason: z.string().nullable().describe("Why the partner is paused, in our team’s words."),
    code: z.string().describe("Of the main link."),
    link: z.string(),
    asset: z.string().describe("Of all amounts here."),
    ready: decimal.describe("Can be paid out."),
    waiting: decimal.describe(
      "Becomes ready when the dispute windows of its orders have passed. Never part of `ready`.",
    ),
    in_payout: decimal.describe("Of payouts that an operator looks at first."),
    paid_out: decimal,
    debt: decimal.describe("What was taken back beyond `ready`: later rewards repay it first."),
    min_payout: decimal,
    payout: affiliatePayout.nullable().describe("The newest payout while it waits, or if it was refused."),
    without_review: decimal.describe("Of `ready`, what can be taken out now without a review."),
    review_above: decimal.describe("What is taken out beyond this in 24 hours waits for our team."),
    missing: decimal.describe("What `ready` lacks for a payout; 0 if none."),
    tier: openEnum(affiliateTiers),
    percent: decimal,
    second_level_percent: decimal,
    turnover_usd: decimal.describe("Of counted orders, twelve months."),
    next_tier: openEnum(affiliateTiers).nullable(),
    next_tier_needs_usd: decimal.nullable(),
    period: z.object({
      days: z.int(),
      from: z.string().describe("Its first day, a date in UTC."),
      to: z.string().describe("Its last day: today."),
      visits: z.int(),
      signups: z.int().describe("Accounts opened by people whom a link or code of the partner brought."),
      orders: z.int().describe("Placed, whether paid or not."),
      counted: z.int(),
      earned: decimal.describe("Ready and waiting together, of orders completed in the period."),
    }),
    joined_at: time,
  })
  .meta({ id: "AffiliateSummary" });
export type AffiliateSummary = z.infer<typeof affiliateSummary>;

export const affiliateSummaryQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .refine((days) => affiliatePeriods.some((period) => period === days))
    .default(30)
    .describe("30, 90 or 365."),
});
export const affiliateSummaryReply = z.object({
  data: affiliateSummary.nullable().describe("Null: the member has not joined."),
});
export const affiliateJoinReply = z.object({ data: affiliateSummary });

export const affiliateLinksReply = z.object({ data: z.array(affiliateLink) });
export const affiliateLinkReply = z.object({ data: affiliateLink });
export const affiliateLinkBody = z.object({
  label: typed.describe("For the partner alone, 40 characters at most."),
  code: typed.nullish().describe("3 to 20 letters, digits, _ and -; a random one if absent."),
});
export const affiliateLinkQuery = z.object({ code: typed });
export const affiliateLinkRenameBody = z.object({ code: typed, label: typed });

/** Everything that is ready, into the member's wallet of that asset; `waiting`: an operator looks at it first. */
export const affiliatePayoutBody = z.object({});
export const affiliatePayoutReply = z.object({
  data: z.object({
    amount: decimal,
    asset: z.string(),
    state: openEnum(affiliatePayoutStates),
    summary: affiliateSummary,
  }),
});

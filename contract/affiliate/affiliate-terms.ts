import { z } from "zod/v4";
import { decimal, openEnum } from "../values/amount.ts";
import { affiliateTiers } from "./affiliate-lists.ts";

const percent = decimal.describe("Percent of our profit on an order.");

const affiliateTierTerms = z
  .object({
    tier: openEnum(affiliateTiers),
    turnover_usd: decimal.describe("What the partner’s orders must have turned over in twelve months."),
    percent,
    second_level_percent: percent.describe("Of orders that came to partners whom this partner brought."),
  })
  .meta({ id: "AffiliateTier" });

/** The published rule. Rewards are paid in one asset, whatever is exchanged. */
export const affiliateTermsReply = z.object({
  data: z
    .object({
      asset: z.string().describe("All rewards are in this asset."),
      click_days: z.int().describe("An order counts for this long after the customer’s first click on a link."),
      min_payout: decimal,
      tiers: z.array(affiliateTierTerms).describe("The lowest first."),
      waiting_days: z
        .array(z.object({ payin_method: z.string(), days: z.int() }))
        .describe("How long after completion a reward waits, by how the order was paid."),
    })
    .meta({ id: "AffiliateTerms" }),
});
export type AffiliateTerms = z.infer<typeof affiliateTermsReply>["data"];

/** A visit through a partner’s link. The answer is the same for an unknown code. */
export const affiliateClickBody = z.object({ code: z.string().trim().max(64) });

import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { loyaltyTiers } from "./loyalty-tiers.ts";

const tier = openEnum(loyaltyTiers);
const discount = decimal.describe("Percent of the service fee.");

/** A member's loyalty discount as applied to a price. */
export const appliedLoyalty = z
  .object({
    tier,
    discount_percent: discount,
    gain: decimal.describe("Increase of the payout by the discount, for the same amount sent."),
  })
  .meta({ id: "AppliedLoyalty" });
export type AppliedLoyalty = z.infer<typeof appliedLoyalty>;

/** Where a member stands. Amounts in US dollars. */
export const memberLoyalty = z
  .object({
    tier: tier.nullable().describe("Null below the lowest tier."),
    discount_percent: discount,
    turnover_usd: decimal.describe("Worth of the exchanges completed in the last twelve months."),
    next_tier: tier.nullable().default(null),
    next_tier_at: decimal.nullable().describe("Turnover at which the next tier begins; null at the highest."),
    next_tier_needs: decimal.nullable().default(null).describe("Turnover still missing for it."),
    ends_at: time.nullable().default(null).describe("When this tier ends without further exchanges."),
    tiers: z
      .array(z.object({ tier, turnover_usd: decimal, discount_percent: discount }))
      .default([])
      .describe("All tiers, and the turnover that each begins at."),
  })
  .meta({ id: "MemberLoyalty" });
export type MemberLoyalty = z.infer<typeof memberLoyalty>;

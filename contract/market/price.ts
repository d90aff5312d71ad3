import { z } from "zod/v4";
import { appliedLoyalty } from "../member/loyalty.ts";
import { decimal, openEnum } from "../values/amount.ts";

const fee = z
  .object({ kind: openEnum(["service", "payout_network", "refund"]), amount: decimal, asset: z.string() })
  .meta({ id: "Fee" });

export const promoKinds = [
  "rate_bonus_bps",
  "fee_discount_percent",
  "fixed_bonus",
  "free_payout_fee",
  "cashback_percent",
  "partner_bind",
] as const;

export const cashback = z
  .object({ asset: z.string(), amount: decimal })
  .nullable()
  .default(null)
  .describe("What the owner's wallet gets when the order completes, beside the payout; null for other kinds.");

/** A promo code applied to a price. */
const appliedPromo = z
  .object({
    code: z.string(),
    kind: openEnum(promoKinds),
    bonus: decimal.describe("Amount added to the payout; zero for a code that reduces a fee instead."),
    gain: decimal.describe("Increase of the payout by the code, for the same amount sent."),
    cashback,
  })
  .meta({ id: "AppliedPromo" });
export type AppliedPromo = z.infer<typeof appliedPromo>;

/** A pair's rates at one moment, and the cost of an exchange against the market. */
export const rateFields = {
  rate: decimal.describe("Value of one unit sent, before fees."),
  reference_rate: decimal.describe("The market rate."),
  effective_rate: decimal.describe("Amount received divided by amount sent: includes all fees."),
  cost_percent: decimal.describe("Cost of the exchange compared with the reference rate, two decimals."),
};

/** Both amounts of an exchange with their assets. */
export const priceSides = {
  from: z.object({ asset: z.string(), amount: decimal.describe("Total amount the customer sends.") }),
  to: z.object({ asset: z.string(), amount: decimal.describe("Total amount the customer receives.") }),
};

/** The price of one exchange, with the same fields in quote, order and receipt. */
export const priceFields = {
  ...priceSides,
  ...rateFields,
  reference_source: z.string(),
  cost_amount: decimal.describe(
    "The cost in the payout asset: from.amount x reference_rate - to.amount, not below zero.",
  ),
  fees: z.array(fee),
  promo: appliedPromo.nullable(),
  loyalty: appliedLoyalty
    .nullable()
    .default(null)
    .describe("The discount of a signed-in member; null without one, or where a promo code takes its place."),
};

const price = z.object(priceFields);
export type Price = z.infer<typeof price>;

import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { cashback, priceFields, promoKinds } from "./price.ts";
import { promoReasons } from "./promo-reasons.ts";

export const side = z.enum(["from", "to"]);
export type Side = z.infer<typeof side>;

/** Lenient on purpose: a wrong amount is a field error with its own message, not a malformed request. */
const typed = z.string().max(200);

export const quoteQuery = z.object({
  from: typed,
  to: typed,
  amount: typed,
  side: side.default("from"),
  promo: typed.optional(),
});

/** An indicative price: nothing is stored or reserved; step-one locks one. */
const quote = z
  .object({
    pair: z.string(),
    side,
    ...priceFields,
    min_from: decimal,
    max_from: decimal,
    reserve_ok: z.boolean(),
    adjusted: z
      .boolean()
      .describe("True if the requested amount was outside the limits and the nearest limit was used."),
    warnings: z.array(
      z.object({
        code: openEnum(["below_min", "above_max", "reserve_low", "promo_invalid"]),
        min: decimal.optional(),
        max: decimal.optional(),
        reason: z.string().optional(),
      }),
    ),
    as_of: time,
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof quote>;
export const quoteReply = z.object({ data: quote });

export const promoBody = z.object({
  code: z.string().trim().max(64),
  from: typed,
  to: typed,
  amount: typed,
  side: side.default("from"),
});

/** An unknown code is an answer too: 200 with `valid: false` and a reason. */
export const promoReply = z.object({
  data: z
    .object({
      code: z.string(),
      valid: z.boolean(),
      kind: openEnum(promoKinds).nullable(),
      value: decimal.nullable(),
      effect: z.object({ to_delta: decimal, asset: z.string() }).nullable(),
      cashback,
      min_from: decimal.nullable(),
      expires_at: time.nullable(),
      uses_left: z.int().nullable(),
      uses_per_email: z.int().nullable(),
      new_users_only: z.boolean().describe("Checked when the email address is known, at the details step."),
      stackable_with_loyalty: z
        .boolean()
        .describe("Counts beside a loyalty discount; otherwise the one that takes more off the fee counts."),
      reason: openEnum(promoReasons).nullable(),
    })
    .meta({ id: "PromoAnswer" }),
});
export type PromoReply = z.infer<typeof promoReply>["data"];

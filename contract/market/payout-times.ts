import { z } from "zod/v4";

/** How long a payout takes, as far as it can be said before it is sent. */
export const payoutMinutes = z
  .object({
    min: z.int(),
    max: z.int(),
    usual: z
      .int()
      .nullable()
      .optional()
      .describe(
        "Where a person sends it: within how many minutes four of five of the last 20 were sent; null while few were. Always sent.",
      ),
  })
  .describe("How long a payout takes; where a person sends it, `max` is within how long we promise it.");
export type PayoutMinutes = z.infer<typeof payoutMinutes>;

/** How long payouts took. */
const payoutTimes = z
  .object({
    days: z.int().describe("The orders completed in this many days are counted."),
    orders: z.int(),
    median_seconds: z
      .int()
      .describe("From the confirmed payment to the payout sent, waits for the customer included: half took less."),
  })
  .meta({ id: "PayoutTimes" });
export type PayoutTimes = z.infer<typeof payoutTimes>;

export const payoutTimesReply = z.object({
  data: payoutTimes.nullable().describe("Null while too few orders are completed to tell nothing about one of them."),
});

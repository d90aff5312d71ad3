import { z } from "zod/v4";

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

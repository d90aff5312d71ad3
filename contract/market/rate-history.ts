import { z } from "zod/v4";
import { decimal, time } from "../values/amount.ts";
import { historyPeriods } from "./history-periods.ts";

export const rateHistoryQuery = z.object({ pair: z.string().max(80), period: z.enum(historyPeriods) });

const rates = {
  effective_rate: decimal.describe("What one unit sent paid out after all fees, at the pair's largest amount."),
  reference_rate: decimal.describe("The market rate at that time."),
};

export const rateHistoryReply = z.object({
  data: z.object({
    pair: z.string(),
    period: z.enum(historyPeriods),
    since: time.nullable().describe("The first recorded hour of the pair; null before it."),
    points: z
      .array(z.object({ at: time, ...rates }))
      .describe("Oldest first, at most 62. Hours in which the pair had no rate are missing."),
    lowest: decimal.nullable().describe("The lowest effective rate of any hour in the period; null without one."),
    highest: decimal.nullable(),
  }),
});
export type RateHistory = z.infer<typeof rateHistoryReply>["data"];

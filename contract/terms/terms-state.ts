import { z } from "zod/v4";
import { termsOperator } from "../company/terms-operator.ts";
import { time } from "../values/amount.ts";
import { exchangeRules } from "./exchange-rules.ts";

export const termsQuery = z.object({
  version: z.iso.date(),
  at: z.iso.datetime().optional().describe("The moment whose state is asked for; the last state without it."),
});

export const termsReply = z.object({
  data: z.object({
    version: z.string(),
    state: z
      .object({
        since: time,
        operator: termsOperator,
        rules: exchangeRules,
        is_present: z.boolean().describe("The version is in force, and says the same now."),
      })
      .nullable()
      .describe("Null if no one has accepted this version on this exchange."),
    changes: z.array(time).describe("When the version first had each of its states, the newest first; at most 50."),
  }),
});

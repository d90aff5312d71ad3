import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { inEachLanguage } from "../values/languages.ts";
import { incidentKinds, partStates, serviceParts } from "./service-parts.ts";

export const statusQuery = z.object({
  days: z
    .enum(["7", "30", "90"])
    .optional()
    .describe("Counts the last so many days, in UTC, today included; 90 without it."),
});

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe("A day in UTC.");
const seconds = z.int().nonnegative();
const times = {
  orders: z.int(),
  median_seconds: seconds.describe("From the confirmed payment to the payout sent, waits for the customer included."),
  p95_seconds: seconds.describe("95 of 100 took no longer."),
};

const part = z.object({
  part: openEnum(serviceParts),
  state: openEnum(partStates).nullable().describe("In the last measured minute; null if none of the last 5 was."),
  percent: decimal
    .nullable()
    .describe("Minutes in which everything worked, of all since the first measurement; rounded down."),
  days: z
    .array(
      z.object({
        day,
        state: openEnum([...partStates, "unknown"]).describe("`unknown`: not measured."),
        measured_minutes: z.int().describe("From the first to the last measured minute of the day."),
        partly_minutes: z.int(),
        stopped_minutes: z.int().describe("Minutes without a measurement between two measured ones count too."),
        hours: z
          .array(openEnum([...partStates, "unknown"]))
          .nullable()
          // A service of the version before does not know it.
          .optional()
          .describe("Each of the day's 24 hours in UTC, of the last three days; null of the others."),
      }),
    )
    .describe("Oldest first."),
});

const incident = z.object({
  id: z.string(),
  kind: openEnum(incidentKinds),
  title: z.object(inEachLanguage(() => z.string())),
  text: z.object(inEachLanguage(() => z.string())),
  started_at: time,
  ended_at: time.nullable(),
  next_word_at: time.nullable().describe("When we say more at the latest; null once it is over."),
  updated_at: time,
});
export type Incident = z.infer<typeof incident>;

export const statusReply = z.object({
  data: z
    .object({
      days: z.int(),
      generated_at: time,
      state: openEnum(partStates).describe("The worst of all parts and open incidents."),
      first_measured_at: time.nullable().describe("The first measured minute ever; null before it."),
      checked_at: time.nullable().describe("The last measured minute; null before the first."),
      parts: z.array(part),
      payouts: z
        .object({
          ...times,
          pairs: z.array(z.object({ pair: z.string(), ...times })).describe("Only pairs with at least 30 orders."),
          by_day: z.array(z.object({ day, ...times })).describe("Only days with at least 30 orders, oldest first."),
        })
        .nullable()
        .describe("Null below 50 orders. Renewed every ten minutes; of many orders the times are within 5 %."),
      few_orders: z
        .object({ orders: z.int(), needed: z.int() })
        .nullable()
        .describe("How many orders there are of those that `payouts` needs; null where it is not."),
      holds: z
        .object({ ended: z.int(), in_time: z.int().describe("Decided before their deadline.") })
        .nullable()
        .describe("Null while `payouts` is."),
      refunds: z.object({ orders: z.int() }).nullable().describe("Null while `payouts` is."),
      reserves: z.array(
        z.object({
          asset: z.string(),
          now: decimal.describe("Two digits, rounded down, as every reserve here."),
          lowest: decimal.nullable().describe("Of all recorded hours of the last 30 days."),
          lowest_at: time.nullable(),
          days: z.array(z.object({ day, lowest: decimal })).describe("Recorded days of the last 30, oldest first."),
        }),
      ),
      reconciled: z
        .array(
          z.object({
            assets: z.array(z.string()).describe("What was compared."),
            compared_at: time.describe("The last comparison of the ledger with the network."),
            agrees: z.boolean().describe("It found no difference."),
            matched_at: time.nullable().describe("The last comparison without a difference; null if there was none."),
            matched_block: z.int().nullable().describe("Until which block it compared."),
          }),
        )
        .nullable()
        // A service of the version before does not know it.
        .optional()
        .describe("One for each network that can be compared; null where the exchange does not publish it."),
      incidents: z.array(incident).describe("Open ones first, then those of the last year, the latest first."),
    })
    .meta({ id: "ServiceStatus" }),
});
export type ServiceStatus = z.infer<typeof statusReply>["data"];

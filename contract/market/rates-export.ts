import { z } from "zod/v4";
import { decimal, time } from "../values/amount.ts";

/**
 * One direction for exchange monitors, in the fields of their EREF format. Whoever sends `amount` within the limits
 * receives `amount x out - tofee`, rounded down to the minor unit of the payout asset, or one unit less.
 */
const monitorRate = z
  .object({
    from: z.string().describe("The monitors' code of the asset sent, `USDTTRC20`."),
    to: z.string(),
    in: decimal.describe("Always `1`."),
    out: decimal.describe("Received for one unit sent, with every percentage fee in it."),
    amount: decimal.describe("Our reserve of the asset received: two digits, rounded down."),
    frommin: decimal,
    frommax: decimal.describe("The largest amount that this reserve covers."),
    tomin: decimal,
    tomax: decimal,
    tofee: decimal.describe("The fixed fee taken from the payout; `0` where there is none."),
    param: z.string().describe("The monitors' labels, separated by commas."),
  })
  .meta({ id: "MonitorRate" });
export type MonitorRate = z.infer<typeof monitorRate>;

const assetReserve = z
  .object({
    asset: z.string(),
    code: z.string().describe("The monitors' code."),
    symbol: z.string(),
    network: z.string().nullable(),
    amount: decimal.describe("What the exchange can promise now: its own money at the rail that pays the asset out."),
  })
  .meta({ id: "AssetReserve" });

export const ratesExportReply = z.object({
  data: z.object({
    rates: z
      .array(monitorRate)
      .describe("The directions that can be ordered now; empty in maintenance and outside the hours of orders."),
    reserves: z.array(assetReserve),
  }),
  meta: z.object({ generated_at: time, sandbox: z.boolean() }),
});
export type RatesExport = z.infer<typeof ratesExportReply>;

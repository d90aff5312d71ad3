import { z } from "zod/v4";
import { decimal, openEnum, time } from "../values/amount.ts";
import { inEachLanguage } from "../values/languages.ts";
import { exchangePages } from "./exchange-pages.ts";
import { payoutMinutes } from "./payout-times.ts";
import { rateFields } from "./price.ts";

export type ExchangePage = (typeof exchangePages)[number];

/** An asset that can be sent or received. `decimals` is exact; `shown_decimals` is for rates and round figures. */
const asset = z
  .object({
    id: z.string().describe("Stable, lower case: `usdt-trc20`, `paypal-usd`."),
    symbol: z.string(),
    name: z.string(),
    network: z.string().nullable(),
    network_label: z.string().nullable(),
    kind: openEnum(["crypto", "ewallet"]),
    decimals: z.int().min(0).max(18),
    shown_decimals: z.int().min(0).max(18),
    monitor_code: z.string(),
    needs_memo: z.boolean(),
    explorer_tx: z.string().nullable().describe("Link with a `{tx}` placeholder, or null."),
    confirmations: z.int(),
    receive_enabled: z.boolean(),
    send_enabled: z.boolean(),
    reserve: decimal.describe(
      "Amount available for payouts now, from the ledger: two digits, rounded down. A quote says whether it is enough.",
    ),
    manual_approval_above: decimal
      .nullable()
      .default(null)
      .describe(
        "Payouts above this amount are approved by a person before they are sent: two digits, rounded down. Null if none are.",
      ),
  })
  .meta({ id: "Asset" });
export type Asset = z.infer<typeof asset>;

/**
 * One direction of exchange. Limits are inclusive; `min_to`/`max_to` are the payouts at `min_from`/`max_from`.
 * Effective rate and cost are those of the largest amount; all rates are `0` while the pair has none.
 */
const pair = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    page: openEnum(exchangePages),
    slug: z.string(),
    status: openEnum(["active", "paused", "reserve_low", "maintenance", "hidden"]),
    ...rateFields,
    rate_tiers: z
      .array(z.object({ from: decimal, rate: decimal }))
      .optional()
      .describe(
        "Better rates of larger amounts: from `from` on the whole amount has this rate. Absent where all have the same.",
      ),
    service_bps: z.int(),
    payout_fee: decimal,
    min_from: decimal,
    max_from: decimal,
    min_to: decimal,
    max_to: decimal,
    suggested_from: decimal.describe("A round initial amount for a calculator, within the limits."),
    reserve: decimal.describe("As that of the asset received."),
    eta_minutes: payoutMinutes,
    rules: z.array(z.string()),
    labels: z.array(z.string()),
  })
  .meta({ id: "Pair" });
export type Pair = z.infer<typeof pair>;

/** No new orders. `until` is announced, not guaranteed; `message` is the operator's own text. */
export const maintenance = z
  .object({ until: time.nullable(), message: z.object(inEachLanguage(() => z.string())).nullable() })
  .meta({ id: "Maintenance" });

export const pairsReply = z.object({
  data: z.object({ assets: z.array(asset), pairs: z.array(pair) }),
  meta: z.object({
    generated_at: time,
    ttl_seconds: z.int(),
    reference_source: z.string(),
    sandbox: z.boolean(),
    wallets: z.boolean().default(false).describe("Members can keep money here: the calls of `balance` are available."),
    maintenance: maintenance.nullable().describe("Null while orders are accepted."),
  }),
});

export const directionsQuery = z.object({ from: z.string().max(40).optional(), to: z.string().max(40).optional() });
export const directionsReply = z.object({ data: z.object({ from: z.array(z.string()), to: z.array(z.string()) }) });

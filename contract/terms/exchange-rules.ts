import { z } from "zod/v4";
import { holdActors, holdDefaults, holdReasons } from "../order/order-states.ts";
import { decimal, openEnum } from "../values/amount.ts";

/** One hold reason: who must act, in what time, and what happens at the deadline. */
const holdRule = z
  .object({
    reason: openEnum(holdReasons),
    action_by: openEnum(holdActors),
    seconds: z.int().describe("Time to the deadline; with the default `wait`, to each reminder."),
    default: openEnum(holdDefaults),
  })
  .meta({ id: "HoldRule" });
export type HoldRule = z.infer<typeof holdRule>;

/** The payment tolerance of an asset and its refund fee. */
const assetRule = z
  .object({
    asset: z.string(),
    symbol: z.string(),
    name: z.string(),
    network_label: z.string().nullable(),
    kind: openEnum(["crypto", "ewallet"]),
    tolerance_percent: decimal.describe("A payment within this percentage of the quote counts as exact."),
    refund_fee: decimal.describe("Deducted from the refund, in the same asset."),
    confirmations: z.int(),
  })
  .meta({ id: "AssetRule" });

/** When money that a member keeps in a wallet can be withdrawn. */
const walletRules = z
  .object({
    settle_days: z
      .int()
      .describe("Money that the payer can take back, such as a PayPal payment, settles after this time."),
    new_payer_settle_days: z
      .int()
      .optional()
      .describe("The same for a payer whose first such exchange is younger than a month; always sent."),
    new_address_seconds: z.int().describe("The first withdrawal to an address waits this long."),
    security_freeze_seconds: z
      .int()
      .describe("Withdrawals are frozen this long after a change of password, second factor or email."),
    reported_freeze_seconds: z.int().describe("And this long after their owner reported one as made by somebody else."),
  })
  .meta({ id: "WalletRules" });

/** From whom a list of parties who must not be served comes; `own`: names that the exchange has put together. */
export const listIssuers = ["ofac", "eu", "un", "own"] as const;

/** What becomes of a payment, deposit or withdrawal about which a provider does not answer. */
export const providerSilence = ["hold", "pass"] as const;

/** Which checks of customers the exchange does: what the page about them says. */
const customerChecks = z
  .object({
    lists: z.array(openEnum(listIssuers)).describe("With which lists customers and payers are compared; none: empty."),
    provider: z
      .string()
      .nullable()
      .optional()
      .describe("The provider that screens names and addresses in addition to the lists; null: none. Always sent."),
    provider_silent: z
      .object({
        after_seconds: z.int().describe("Without an answer for so long, the provider counts as silent."),
        outcome: openEnum(providerSilence).describe(
          "`hold`: our team reviews it; `pass`: it goes on without the answer.",
        ),
      })
      .nullable()
      .optional()
      .describe("What happens where the provider does not answer; null: there is no provider. Always sent."),
    review_hours: z.int().describe("Hours within which our team reviews what is held because of a list."),
    identity_from_usd: z
      .string()
      .nullable()
      .describe(
        "The worth of orders in 30 days, in US dollars, from which identity questions are asked before the payment; null: none are.",
      ),
    identity_days: z.int().describe("Orders of so many days count together."),
    identity_years: z.int().describe("The answers are deleted so many years after the last change of their order."),
  })
  .meta({ id: "CustomerChecks" });
export type CustomerChecks = z.infer<typeof customerChecks>;

/** The rules the order machine applies, for the pages that explain them. */
export const exchangeRules = z
  .object({
    holds: z.array(holdRule),
    assets: z.array(assetRule),
    quote_seconds: z.int(),
    pay_window_seconds: z.int(),
    short_pay_window_seconds: z
      .int()
      .describe("The payment window while unpaid orders, of the customer or of all, hold much of the reserve."),
    invoice_open_seconds: z.int(),
    grace_seconds: z
      .int()
      .describe("Time after the payment window in which a payment may still count at the locked rate."),
    rate_band_percent: decimal.describe("Largest change of the rate for such a payment to count."),
    requote_seconds: z.int(),
    refund_reminder_days: z
      .array(z.int())
      .describe("Days of reminders to a customer whose refund has no address; the last reminder goes to the operator."),
    address_watched_days: z.int(),
    reserve_request_days: z.int().describe("Days until a reserve request is deleted."),
    wallets: walletRules.nullable().describe("Null where the exchange keeps no wallets."),
    partners: z.boolean().describe("Whether the exchange has a partner programme."),
    checks: customerChecks.optional().describe("Always sent."),
    terms_version: z
      .string()
      .describe(
        "The terms in force: what step-three and auth/register/verify-account accept, besides the version before them for a day.",
      ),
  })
  .meta({ id: "ExchangeRules" });
export type ExchangeRules = z.infer<typeof exchangeRules>;
/** The part of the rules that a version of the terms keeps; assets differ by exchange. */
export const termsFigures = exchangeRules.omit({ assets: true, checks: true, terms_version: true });
export type TermsFigures = z.infer<typeof termsFigures>;
export const rulesReply = z.object({ data: exchangeRules });

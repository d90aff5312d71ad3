import { z } from "zod/v4";
import { payoutMinutes } from "../market/payout-times.ts";
import { priceFields, priceSides } from "../market/price.ts";
import { promoReasons } from "../market/promo-reasons.ts";
import { decimal, openEnum, time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";
import { payoutWaits } from "../values/payout-waits.ts";
import { askedField } from "./asked-field.ts";
import { identityQuestions } from "./identity.ts";
import { refPattern } from "./order-number.ts";
import {
  handSteps,
  holdActors,
  holdDefaults,
  holdReasons,
  orderActions,
  orderConditions,
  orderStatuses,
  payinMethods,
} from "./order-states.ts";
import { signedAddress } from "./signed-statements.ts";

/** One transfer of an order at a rail: a pay-in, payout or refund. */
const orderTx = z
  .object({
    id: z.string().nullable().describe("The rail's own; null until it names one."),
    asset: z.string(),
    amount: decimal,
    status: openEnum(["seen", "final", "vanished", "sending", "sent", "returned", "failed"]),
    confirmations: z.int(),
    required: z.int(),
    seen_at: time.nullable(),
    url: z.string().nullable(),
  })
  .meta({ id: "OrderTx" });
export type OrderTx = z.infer<typeof orderTx>;

/** An option on a hold, with the amounts it would result in. */
const holdOption = z
  .object({
    action: openEnum(orderActions),
    from: priceSides.from.optional(),
    to: priceSides.to.optional(),
    rate: decimal.optional(),
    effective_rate: decimal.optional().describe("`to` divided by `from`: includes all fees."),
    valid_until: time.optional(),
    refund_amount: decimal.optional(),
    fee: decimal.optional(),
    asset: z
      .string()
      .optional()
      .describe(
        "With set_refund_address: the asset whose address is required. With request_refund: the asset refunded.",
      ),
  })
  .meta({ id: "HoldOption" });
export type HoldOption = z.infer<typeof holdOption>;

const hold = z
  .object({
    reason: openEnum(holdReasons),
    since: time,
    action_by: openEnum(holdActors),
    deadline: time.nullable(),
    default: openEnum(holdDefaults).nullable().describe("What happens at the deadline without a decision."),
    options: z.array(holdOption),
  })
  .meta({ id: "Hold" });
export type Hold = z.infer<typeof hold>;

/** What people do by hand for an order. `payment_to_confirm` and `payout_to_confirm`: a second person looks. */
const byHand = z
  .object({
    step: openEnum(handSteps),
    by: time.nullable().describe("When it is done at the latest; null while it is the customer's turn."),
    usual_minutes: z
      .int()
      .nullable()
      .describe("Within how many minutes four of five of the last 20 were done; null while few were."),
  })
  .meta({ id: "ByHand" });

/** An order as its customer sees it. Others get `not_found`, as for an unknown number. */
export const order = z
  .object({
    ref: z.string().regex(refPattern),
    pair: z.string(),
    page: z.string(),
    side: z.enum(["from", "to"]),
    status: openEnum(orderStatuses),
    status_label: z
      .string()
      .describe(
        "The status as text in the requested language, for clients that do not know it; where a person has still to send something, that.",
      ),
    condition: openEnum(orderConditions),
    version: z.int().describe("Increases with every change; use it in idempotency keys of actions."),
    ...priceFields,
    from: priceSides.from.extend({
      received: decimal.describe("Amount received and final."),
      seen: decimal.describe("Amount received, final or not."),
      reversed: decimal.optional().describe("Amount that the payer or the rail has taken back; always sent."),
    }),
    to: priceSides.to.extend({ sent: decimal }),
    due: z
      .object({ amount: decimal, kind: openEnum(["full", "rest"]) })
      .nullable()
      .describe("Amount that can be paid now, in the asset to send: all of it, or the rest after a partial payment."),
    fields: z.array(askedField).describe("Fields required by step-two."),
    identity: identityQuestions
      .nullable()
      .optional()
      .describe("Of a draft whose customer has to say who they are: fields of step-two beside `fields`; always sent."),
    promo_refused: z
      .object({ code: z.string(), reason: openEnum(promoReasons) })
      .nullable()
      .describe("A promo code that was entered and no longer applies."),
    quote_id: z.string(),
    rules: z.array(z.string()).describe("Rules of the pair that must be accepted before payment."),
    accepted: z.object({ terms_version: z.string(), rules: z.array(z.string()), at: time }).nullable(),
    payin: z.object({
      method: openEnum(payinMethods).nullable(),
      options: z.array(openEnum(payinMethods)).describe("Payment methods of this order, the default first."),
      account: z.string().nullable().describe("The payer’s PayPal email, on invoice orders."),
      address: z.string().nullable(),
      memo: z.string().nullable(),
      uri: z.string().nullable().describe("BIP21 or ERC-681; null where no standard is widely supported."),
      redirect_url: z.string().nullable(),
      invoice_url: z.string().nullable(),
      signature: signedAddress.nullable().default(null).describe("That the address is ours; null without an address."),
      txs: z.array(orderTx),
    }),
    payout: z.object({
      account: z.string().nullable(),
      memo: z.string().nullable(),
      extra: z.record(z.string(), z.string()),
      to_wallet: z.boolean().optional().describe("Into the owner’s wallet instead of the account; always sent."),
      settles_after_days: z
        .int()
        .optional()
        .describe(
          "How long money of this order that is paid into a wallet stays there: 0 where its payment cannot be taken back. Show it before the wallet is chosen; always sent.",
        ),
      txs: z.array(orderTx),
    }),
    refund: z.object({
      account: z.string().nullable(),
      memo: z.string().nullable(),
      other_account: z
        .string()
        .nullable()
        .describe(
          "Refund address on another network than the order’s, for a payment in a wrong asset; null until set.",
        ),
      to_wallet: z.boolean().optional().describe("A refund goes into the owner’s wallet, without a fee; always sent."),
      sent: z
        .object({
          asset: z.string(),
          amount: decimal,
          fee: decimal.optional().describe("Refund fee kept from what was received; always sent."),
        })
        .nullable()
        .describe("Amount refunded so far."),
      txs: z.array(orderTx),
    }),
    hold: hold.nullable(),
    by_hand: byHand
      .nullable()
      .optional()
      .describe("What a person does now for this order at its payment service; always sent."),
    waits_for: openEnum(payoutWaits)
      .nullable()
      .optional()
      .describe(
        "While `sending` or `refunding`: what the payout or refund waits for before it is sent, as in `withdrawalsShow`; null while nothing keeps it back. While on hold for `aml_check`: an automatic `check`, or a `review` by our team. Always sent.",
      ),
    kept_aside: z
      .array(z.object({ asset: z.string(), amount: decimal }))
      .describe("Unclaimed money of this order, kept for the customer; usually empty."),
    timeline: z.array(
      z.object({
        status: openEnum(orderStatuses),
        at: time,
        by: openEnum(["client", "system", "operator", "rail"]),
        note: z.string().nullable(),
      }),
    ),
    actions: z.array(openEnum(orderActions)),
    eta_minutes: payoutMinutes,
    created_at: time,
    updated_at: time,
    checked_at: time,
    server_time: time,
    quote_expires_at: time,
    expires_at: time.nullable().describe("End of the payment window; null before execute."),
    rate_locked_until: time
      .nullable()
      .describe("A payment until then counts at the locked rate; an invoice stays open longer. Null before execute."),
    rate_grace_until: time
      .nullable()
      .optional()
      .describe(
        "A payment after `rate_locked_until` and until then still counts at the agreed rate if the market has hardly moved; any other later one asks first. Null before execute. Always sent.",
      ),
    email: z.string().nullable(),
    email_refused: z
      .boolean()
      .optional()
      .describe(
        "True when the mail server of `email` has refused our last email for good, so that emails about the order do not arrive. Always sent.",
      ),
    language: z.enum(languages),
    partner: z.string().nullable(),
    push_key: z
      .string()
      .nullable()
      .default(null)
      .describe("The public key for push subscriptions about this order (VAPID); null where there are none."),
    sandbox: z.boolean(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;
export const orderReply = z.object({ data: order });

/** The short status that polling and streams use. */
const orderPulse = z
  .object({
    ref: z.string(),
    status: openEnum(orderStatuses),
    hand_step: openEnum(handSteps)
      .optional()
      .describe(
        "What a person does now for this order, as `by_hand` of the order. Only in `orders/status`, whose ETag does not depend on it.",
      ),
    waits_for: openEnum(payoutWaits)
      .optional()
      .describe(
        "What the payout or refund waits for before it is sent, as in the member's list. Only where `hand_step` may be.",
      ),
    condition: openEnum(orderConditions),
    confirmations: z.int(),
    required: z.int(),
    updated_at: time,
    checked_at: time,
    expires_in: z.int().describe("Seconds to the deadline shown on the page; 0 without one."),
    poll_after: z.int().describe("Recommended seconds until the next poll."),
    version: z.int(),
  })
  .meta({ id: "OrderPulse" });
export type OrderPulse = z.infer<typeof orderPulse>;
export const pulseReply = z.object({ data: z.array(orderPulse), meta: z.object({ server_time: time }) });

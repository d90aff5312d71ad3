import { z } from "zod/v4";
import { priceSides, rateFields } from "../market/price.ts";
import { pageMeta, pageQuery } from "../member/member.ts";
import { decimal, openEnum, time } from "../values/amount.ts";
import { payoutWaits } from "../values/payout-waits.ts";
import { handSteps, orderConditions, orderStatuses } from "./order-states.ts";

/** A row of the member's list; its owner reads the order itself with `ref`, without an order token. */
const orderSummary = z
  .object({
    ref: z.string(),
    pair: z.string(),
    page: z.string(),
    status: openEnum(orderStatuses),
    status_label: z.string(),
    condition: openEnum(orderConditions),
    version: z.int(),
    from: priceSides.from.extend({ received: decimal }),
    to: priceSides.to.extend({ sent: decimal }),
    rate: rateFields.rate,
    effective_rate: rateFields.effective_rate,
    hand_step: openEnum(handSteps)
      .nullable()
      .optional()
      .describe(
        "What a person does now for this order at its payment service, as `by_hand` of the order; always sent.",
      ),
    waits_for: openEnum(payoutWaits)
      .nullable()
      .optional()
      .describe(
        "While `sending` or `refunding`: what the payout or refund waits for before it is sent, as `waits_for` of the order; null while nothing keeps it back, and where a person sends it. Always sent.",
      ),
    action_by: openEnum(["client", "operator", "system"]).nullable().describe("Who must act on the hold."),
    deadline: time.nullable().describe("Until when the customer can pay or decide."),
    payout_account: z.string().nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "OrderSummary" });
export type OrderSummary = z.infer<typeof orderSummary>;

/** `from` and `to` are times or days (UTC), `to` exclusive; `q` searches numbers, accounts and transactions. */
export const memberOrdersQuery = z.object({
  ...pageQuery,
  status: z.array(z.string().max(40)).max(20).optional(),
  pair: z.string().max(80).optional(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  q: z.string().trim().max(200).optional(),
  sort: z.enum(["-created_at", "created_at"]).default("-created_at"),
  format: z.enum(["json", "csv"]).default("json").describe("`csv`: all matching orders, at most 10,000, as text/csv."),
});
const orderTotal = z
  .object({ asset: z.string(), paid: decimal, got: decimal, refunded: decimal })
  .meta({ id: "OrderTotal" });
export type OrderTotal = z.infer<typeof orderTotal>;

export const memberOrdersMeta = pageMeta
  .extend({
    totals: z
      .array(orderTotal)
      .optional()
      .describe(
        "Of all matching orders on all pages, by asset and exact: payments that are final, payouts and refunds sent. Assets without any are left out; always sent.",
      ),
    by_status: z
      .record(z.string(), z.int())
      .describe("Number of orders in each status, regardless of the `status` filter; includes zeros."),
  })
  .meta({ id: "MemberOrdersMeta" });
export const memberOrdersReply = z.object({ data: z.array(orderSummary), meta: memberOrdersMeta });

import { z } from "zod/v4";
import { decimal, openEnum } from "../values/amount.ts";
import { orderStatuses } from "./order-states.ts";

/**
 * A payment as a hosted gateway reports it. `version` rises with every change, so that outdated reports can be
 * detected.
 */
export const gatewayPayment = z
  .object({
    id: z.string().min(1).max(200),
    version: z.int().min(1),
    status: z.enum(["seen", "final", "vanished", "reversed"]),
    asset: z.string().min(1).max(40),
    amount: decimal.describe("Gross amount sent by the payer."),
    fee: decimal.default("0").describe("Fee deducted by the gateway, in the same asset."),
    confirmations: z.int().min(0),
    required: z.int().min(0),
  })
  .meta({ id: "GatewayPayment" });
export type GatewayPayment = z.infer<typeof gatewayPayment>;

/** A gateway's webhook event. Unknown types are accepted and ignored. */
export const webhookBody = z.object({
  type: openEnum(["payment.updated", "session.cancelled"]),
  data: z.object({
    session_id: z.string().min(1).max(200),
    payment: gatewayPayment.optional().describe("With payment.updated: the current state of the payment."),
  }),
});
export type WebhookBody = z.infer<typeof webhookBody>;

/** All fields are hints: the gateway is queried, and only its answer counts. */
export const confirmBody = z.object({
  ref: z.string().trim().max(40),
  session_id: z.string().max(200).nullish(),
  result: z.enum(["success", "cancel", "pending"]).default("pending"),
  signature: z.string().max(500).nullish(),
});

export const confirmReply = z.object({
  data: z.object({
    ref: z.string(),
    status: openEnum(orderStatuses),
    verified: z.boolean().describe("Whether the gateway replied; if false, try again later."),
    poll_after: z.int().describe("Recommended seconds until the next poll."),
  }),
});

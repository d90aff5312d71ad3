import { z } from "zod/v4";
import { processActions, sandboxEvents } from "../../../contract/order/order-states.ts";

const text = z.string().max(4000).default("");
const version = z.string({ error: "invalid" }).regex(/^\d{1,9}$/);

const process = z.object({
  intent: z.enum(processActions),
  version,
  refund: z.object({ account: text }).optional(),
  payout: z.object({ account: text }).optional(),
  info: text.optional(),
});
export type ProcessForm = z.output<typeof process>;

/** `sandbox:pay_exact`: all buttons of the panel share this form. */
const sandbox = z.object({
  intent: z.templateLiteral(["sandbox:", z.enum(sandboxEvents)]),
});

/** All forms of the order page; `intent` is the pressed button. */
export const orderForm = z.union([
  process,
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("expire") }),
  z.object({ intent: z.literal("send_link") }),
  z.object({ intent: z.literal("show_link") }),
  sandbox,
]);
export type OrderForm = z.output<typeof orderForm>;

import { z } from "zod/v4";
import { payinMethods } from "../../../contract/order/order-states.ts";
import { botCheckFields } from "../../components/bot-check/bot-check-fields.server.ts";

const ticked = z.literal("on").optional();

/** `rule` has one tick per rule of the pair; `quote_id` and `get` identify the shown price. */
export const confirmOrderForm = z.object({
  rule: z.record(z.string().max(60), ticked).default({}),
  terms: ticked,
  terms_version: z.string({ error: "terms_outdated" }).max(40),
  quote_id: z.string({ error: "invalid" }).max(100),
  /** Only when there is a choice. */
  pay_with: z.enum(payinMethods).optional(),
  get: z.string().max(78).optional(),
  /** Paid from the wallet: the code, and what the page has shown of amount and account. */
  code: z.string().max(64).default(""),
  shown_amount: z.string().max(78).optional(),
  shown_account: z.string().max(500).optional(),
  intent: z.literal("code").optional(),
  ...botCheckFields,
});
export type ConfirmForm = z.output<typeof confirmOrderForm>;

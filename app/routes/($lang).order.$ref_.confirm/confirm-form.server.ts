import { z } from "zod/v4";
import type { Order } from "../../../contract/order.ts";
import type { FieldError } from "../../../contract/problem.ts";

const ticked = z.literal("on").optional();

/** `rule` holds one tick for each rule of the pair; `quote_id` and `get` say which price was on the screen. */
export const confirmForm = z.object({
  rule: z.record(z.string().max(60), ticked).default({}),
  terms: ticked,
  terms_version: z.string({ error: "terms_outdated" }).max(40),
  quote_id: z.string({ error: "invalid" }).max(100),
  get: z.string().max(78).optional(),
});
export type ConfirmForm = z.output<typeof confirmForm>;

/** Every consent that is asked for and not given, in the shape of the API's own refusals. */
export function missingConsents(order: Order, form: ConfirmForm): FieldError[] {
  const rules = order.rules.filter((rule) => !form.rule[rule]).map((rule) => `/rule/${rule}`);
  return [...rules, ...(form.terms ? [] : ["/terms"])].map((pointer) => ({ pointer, code: "must_accept" }));
}

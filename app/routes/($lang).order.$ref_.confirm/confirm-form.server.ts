import { z } from "zod/v4";
import type { Order } from "../../../contract/order.ts";
import type { FieldError } from "../../../contract/problem.ts";

const ticked = z.literal("on").optional();

/** `rule` holds one tick for each rule of the pair; `agreed` is the amount to be received that was on the screen. */
export const confirmForm = z.object({
  rule: z.record(z.string().max(60), ticked).default({}),
  terms: ticked,
  terms_version: z.string({ error: "terms_outdated" }).max(40),
  requote: ticked,
  agreed: z
    .string({ error: "invalid" })
    .regex(/^\d+(\.\d+)?$/)
    .max(78),
});
export type ConfirmForm = z.output<typeof confirmForm>;

/** Every consent that is asked for and not given, in the shape of the API's own refusals. */
export function missingConsents(order: Order, form: ConfirmForm): FieldError[] {
  const rules = order.rules.filter((rule) => !form.rule[rule]).map((rule) => `/rule/${rule}`);
  return [...rules, ...(form.terms ? [] : ["/terms"])].map((pointer) => ({ pointer, code: "must_accept" }));
}

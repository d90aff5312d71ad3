import { z } from "zod/v4";

const text = z.string({ error: "required" }).max(500, { error: "too_long" });

/** The service validates accounts and addresses, as in an order. */
export const addressForm = z.object({
  asset: text,
  account: text,
  memo: z.string().max(500, { error: "too_long" }).optional(),
  label: text,
});

/** The same with the code that is bound to it. */
export const confirmAddressForm = addressForm.extend({
  code: z.string({ error: "required" }).max(64, { error: "too_long" }),
});

export const removeForm = z.object({ id: z.string({ error: "required" }).max(64, { error: "too_long" }) });

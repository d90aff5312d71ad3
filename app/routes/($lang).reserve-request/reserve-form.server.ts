import { z } from "zod/v4";
import { botCheckFields } from "../../components/bot-check/bot-check-fields.server.ts";
import { emailInput } from "../../forms/email-input.ts";

/** The service validates amount and address. */
export const reserveForm = z.object({
  pair: z.string({ error: "required" }).max(100),
  amount: z.string({ error: "required" }).max(100),
  email: z.string({ error: "required" }).trim().max(emailInput.maxLength, { error: "too_long" }),
  ...botCheckFields,
});
export type ReserveFormValues = z.output<typeof reserveForm>;

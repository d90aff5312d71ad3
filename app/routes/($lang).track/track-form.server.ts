import { z } from "zod/v4";
import { normalizedRef } from "../../../contract/order/order-number.ts";
import { emailInput } from "../../forms/email-input.ts";

/** Checks only the shape, so that the service's response is the same for every order and email. */
export const trackForm = z.object({
  ref: z
    .string({ error: "required" })
    .transform(normalizedRef)
    .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, { error: "invalid" })),
  email: z
    .string({ error: "required" })
    .trim()
    // The pattern takes quadratic time for a long text, so it is not tried.
    .max(emailInput.maxLength, { error: "too_long", abort: true })
    .regex(/\S[@＠]\S+[.．]\S/, { error: "email_format" }),
});

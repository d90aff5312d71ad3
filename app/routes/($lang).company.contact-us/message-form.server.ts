import { z } from "zod/v4";
import { maxMessageLength, supportTopics } from "../../../contract/support/ticket-states.ts";
import { botCheckFields } from "../../components/bot-check/bot-check-fields.server.ts";
import { emailInput } from "../../forms/email-input.ts";

/**
 * `opened`: when the page was made, so that the same words later are another message. A member's form has no address; `order`
 * is set for an own order, `about` for a message from the page of a freeze. The service validates both.
 */
export function messageForm(isMember: boolean) {
  const email = z.string({ error: "required" }).trim().max(emailInput.maxLength, { error: "too_long" });
  return z.object({
    opened: z.string().max(40).optional(),
    about: z.literal("freeze").optional(),
    topic: z.enum(supportTopics, { error: "required" }),
    order: z.string().max(40, { error: "too_long" }).optional(),
    email: isMember ? email.optional() : email,
    message: z.string({ error: "required" }).trim().max(maxMessageLength, { error: "too_long" }),
    ...botCheckFields,
  });
}

export type MessageFormValues = z.output<ReturnType<typeof messageForm>>;

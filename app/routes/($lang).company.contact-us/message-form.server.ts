import { z } from "zod/v4";
import { maxMessageLength, supportTopics } from "../../../contract/support/ticket-states.ts";
import { botCheckFields } from "../../components/bot-check/bot-check-fields.server.ts";
import { emailInput } from "../../forms/email-input.ts";

/** The service validates address and order. `email` is missing for a member, `order` is set for an own order. */
export const messageForm = z.object({
  topic: z.enum(supportTopics, { error: "required" }),
  order: z.string().max(40, { error: "too_long" }).optional(),
  email: z.string().trim().max(emailInput.maxLength, { error: "too_long" }).optional(),
  message: z.string({ error: "required" }).trim().max(maxMessageLength, { error: "too_long" }),
  ...botCheckFields,
});

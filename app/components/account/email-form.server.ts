import { z } from "zod/v4";

/** Only that something was typed: what an address may look like is the service's to say. */
export const emailForm = z.object({
  email: z.string({ error: "required" }).trim().min(1, { error: "required" }).max(500, { error: "too_long" }),
});

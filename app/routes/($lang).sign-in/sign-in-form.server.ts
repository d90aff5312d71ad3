import { z } from "zod/v4";

/** The service checks whether they belong together. */
export const signInForm = z.object({
  email: z.string({ error: "required" }).max(500, { error: "too_long" }),
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
  remember: z.literal("on").optional(),
});

import { z } from "zod/v4";

/** An empty phrase removes it. */
export const phraseForm = z.object({
  phrase: z.string().max(500, { error: "too_long" }).optional(),
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
  two_factor_code: z.string().max(64, { error: "too_long" }).optional(),
});

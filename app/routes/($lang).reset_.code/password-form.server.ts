import { z } from "zod/v4";

export const newPasswordForm = z.object({
  code: z.string({ error: "required" }).max(40, { error: "too_long" }),
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
  two_factor_code: z.string().max(64, { error: "too_long" }).optional(),
});

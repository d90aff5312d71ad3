import { z } from "zod/v4";

export const linkForm = z.object({
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
});

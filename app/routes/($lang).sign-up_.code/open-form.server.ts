import { z } from "zod/v4";

export const openForm = z.object({
  code: z.string({ error: "required" }).max(40, { error: "too_long" }),
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
  terms_version: z.string({ error: "must_accept" }).max(40),
  newsletter: z.literal("on").optional(),
});

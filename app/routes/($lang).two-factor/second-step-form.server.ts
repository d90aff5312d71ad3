import { z } from "zod/v4";

/** Six digits or a recovery code: the service distinguishes them. */
export const secondStepForm = z.object({
  code: z.string({ error: "required" }).max(64, { error: "too_long" }),
});

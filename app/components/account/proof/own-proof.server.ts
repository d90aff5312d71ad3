import { z } from "zod/v4";

/** The fields of `OwnProof`. */
export const ownProof = {
  password: z.string({ error: "required" }).max(1024, { error: "too_long" }),
  two_factor_code: z.string().max(64, { error: "too_long" }).optional(),
};

import { z } from "zod/v4";
import { mostVerifiedText } from "../../../contract/verify/verify.ts";

export const verifyForm = z.object({
  text: z
    .string({ error: "required" })
    .trim()
    .min(1, { error: "required" })
    .max(mostVerifiedText, { error: "too_long" }),
});

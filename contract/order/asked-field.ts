import { z } from "zod/v4";

/** One field that step-two requires; `name` is the path in its body, `max_length` the longest valid answer. */
export const askedField = z
  .object({
    name: z.string(),
    type: z.enum(["paypal_email", "email", "address", "text"]),
    network: z.string().nullable(),
    required: z.boolean(),
    max_length: z.int(),
  })
  .meta({ id: "AskedField" });
export type AskedField = z.infer<typeof askedField>;

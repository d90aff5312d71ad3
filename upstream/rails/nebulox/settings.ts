import { z } from "zod/v4";

const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
  error: "must be `whsec_` and the base64 of 24 to 64 bytes each, at most two",
});

export const nebuloxSettings = z.object({
  NEBULOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  NEBULOX_KEY: z.string().min(8).optional(),
  /** `test`: the gateway's account for trials, in which no money is worth anything. */
  NEBULOX_ACCOUNT: z.enum(["live", "test"]).default("live"),
  /** All of them verify webhooks; two while one replaces the other. The sandbox signs with the first. */
  NEBULOX_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(webhookSecret).max(2))
    .optional(),
});

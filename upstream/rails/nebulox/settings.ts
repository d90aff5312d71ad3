import { z } from "zod/v4";

const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, {
  error: "must be `whsec_` and the base64 of 24 to 64 bytes each, at most two",
});

export const nebuloxSettings = z.object({
  NEBULOX_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ description: "Where the gateway's API is.", example: "https://gateway.example/v1" }),
  NEBULOX_KEY: z.string().min(8).optional().meta({ description: "Our key there, as the gateway gave it to you." }),
  /** All of them verify webhooks; two while one replaces the other. The sandbox signs with the first. */
  NEBULOX_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .pipe(z.array(webhookSecret).max(2))
    .optional()
    .meta({
      description: "What it signs its events with: newest first, two at most.",
      example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }),
  NEBULOX_ACCOUNT: z
    .enum(["live", "test"])
    .default("live")
    .meta({ description: "live, or test: the gateway's account for trials, in which no money is worth anything." }),
});

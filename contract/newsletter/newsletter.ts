import { z } from "zod/v4";
import { botCheckProof } from "../bot-check/bot-check.ts";
import { languages } from "../values/languages.ts";

export const subscribeBody = z.object({
  email: z.string().trim().max(500),
  locale: z.enum(languages).default("en"),
  ...botCheckProof,
});
/** `locale`: of the words that were agreed to; without it those of the request to subscribe. */
export const subscribeConfirmBody = z.object({ token: z.string().max(200), locale: z.enum(languages).optional() });
export const subscribeConfirmReply = z.object({ data: z.object({ subscribed: z.literal(true) }) });
/** `key` comes with every issue; it can only unsubscribe that address. */
export const unsubscribeBody = z.object({ key: z.string().max(200) });

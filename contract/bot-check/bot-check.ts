import { z } from "zod/v4";
import { time } from "../values/amount.ts";
import { languages } from "../values/languages.ts";
import { botCheckActions, botCheckProviders } from "./actions.ts";

/** Longer than any provider's token. */
export const longestBotCheckToken = 8192;

/**
 * The proof in a guarded call: a solved check, or the code of `POST bot-check/email-code`. Members send none.
 */
export const botCheckProof = {
  captcha_token: z
    .string()
    .max(longestBotCheckToken)
    .nullish()
    .describe("A solved check, from `GET bot-check` for this call. It works once."),
  email_challenge_id: z
    .string()
    .trim()
    .max(64)
    .nullish()
    .describe("Instead of `captcha_token`: the `challenge_id` of `POST bot-check/email-code`."),
  email_code: z.string().trim().max(40).nullish().describe("With `email_challenge_id`: the code from the email."),
};
export type BotCheckProof = z.output<z.ZodObject<typeof botCheckProof>>;

export const botCheckQuery = z.object({
  action: z.enum(botCheckActions).describe("The call that the solved check is for."),
});

/** ALTCHA's challenge, version 2: https://altcha.org/docs/v2/ */
export const altchaChallenge = z.object({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.int(),
    data: z.strictObject({ action: z.enum(botCheckActions), expires_at: z.int() }),
    keyLength: z.int(),
    keyPrefix: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});

export const botCheckReply = z.object({
  data: z.object({
    provider: z.enum(botCheckProviders).describe("`off`: no call needs a check."),
    site_key: z.string().nullable().describe("For the provider’s widget; null with `altcha`."),
    challenge: altchaChallenge
      .nullable()
      .describe(
        'With `altcha`: find a counter whose key begins with `keyPrefix`, with the package altcha-lib or another; `captcha_token` is the Base64 of `{"challenge","solution"}`.',
      ),
    expires_at: time.nullable(),
  }),
});

export const botCheckEmailBody = z.object({
  action: z.enum(botCheckActions),
  email: z.string().trim().max(500).describe("The address that the guarded call names; an order’s own."),
  locale: z.enum(languages).nullish(),
});

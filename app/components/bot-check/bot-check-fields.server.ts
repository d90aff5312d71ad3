import { z } from "zod/v4";
import { type BotCheckProof, longestBotCheckToken } from "../../../contract/bot-check/bot-check.ts";

/** The fields of `BotCheck`, for the schema of a form that has one. */
export const botCheckFields = {
  captcha_token: z.string().max(longestBotCheckToken, { error: "too_long" }).optional(),
  email_challenge_id: z.string().max(64, { error: "too_long" }).optional(),
  email_code_digits: z.coerce.number().int().min(6).max(12).catch(6),
  email_code: z.string().max(40, { error: "too_long" }).optional(),
};
export type BotCheckForm = z.output<z.ZodObject<typeof botCheckFields>>;

/** What a call of the service takes of them. */
export function botCheckProofOf({ captcha_token, email_challenge_id, email_code }: BotCheckForm): BotCheckProof {
  return { captcha_token, email_challenge_id, email_code };
}

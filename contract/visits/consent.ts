import { z } from "zod/v4";
import { languages } from "../values/languages.ts";

export const consentAnswers = ["yes", "no"] as const;
export const consentPlaces = ["banner", "settings"] as const;

/** An answer about statistics. It names the text that was shown, and nobody. */
export const consentBody = z.object({
  answer: z.enum(consentAnswers),
  text: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .describe("The version of the text, which also stands for the services that it named."),
  by: z.enum(consentPlaces).describe("Where it was given."),
  language: z.enum(languages),
});

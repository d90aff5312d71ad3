import { z } from "zod/v4";
import { languages } from "../values/languages.ts";

const words = z.record(z.enum(languages), z.string());

/** What the terms say of the company, in both languages. What is null does not exist. */
const termsCompany = z.object({
  legal_name: words,
  register: z.object({ name: words, number: z.string() }),
  address: words,
  authorisation: z.object({ text: words, supervisor: words }).nullable(),
  served: z.union([z.literal("any"), z.array(z.string())]).describe("Two-letter codes of countries."),
  not_served: z.array(z.string()),
  governing_law: words,
  court: words,
  answer_hours: z.int(),
  complaint_days: z.int(),
  complaint_body: words.nullable(),
});
export type TermsCompany = z.infer<typeof termsCompany>;

/** Who runs the exchange, as the terms name it. */
export const termsOperator = termsCompany
  .extend({ brand: z.string(), email: z.string() })
  .meta({ id: "TermsOperator" });
export type TermsOperator = z.infer<typeof termsOperator>;

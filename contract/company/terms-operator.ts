import { z } from "zod/v4";
import { languages } from "../values/languages.ts";
import type { Company } from "./company.ts";

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

/** The part of the company block that the terms show. */
export function termsCompanyOf(company: Company): TermsCompany {
  const { legalName, register, address, authorisation, support, countries, law, complaints } = company;
  return {
    legal_name: legalName,
    register: { name: register.name, number: register.number },
    address,
    authorisation: authorisation && { text: authorisation.text, supervisor: authorisation.supervisor },
    served: countries.served,
    not_served: countries.notServed,
    governing_law: law.governing,
    court: law.court,
    answer_hours: support.answerHours,
    complaint_days: complaints.answerDays,
    complaint_body: complaints.body?.name ?? null,
  };
}

export function termsOperatorOf(company: Company, brand: string, email: string): TermsOperator {
  return { ...termsCompanyOf(company), brand, email };
}

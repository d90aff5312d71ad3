import type { Company } from "./company.ts";
import type { TermsCompany, TermsOperator } from "./terms-operator.ts";

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

import type { Company } from "../../../contract/company/company.ts";
import { termsCompanyOf } from "../../../contract/company/terms-company.ts";
import type { TermsCompany } from "../../../contract/company/terms-operator.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import { formatDuration, formatList, formatYears } from "../../i18n/format.ts";

const hourSeconds = 3600;
const daySeconds = 86_400;

/** The company's data in the reader's language, as values for sentences. What does not exist is empty. */
export function companyWords(company: Company, lang: Lang) {
  const { privacy, recordYears } = company;
  return {
    ...termsWords(termsCompanyOf(company), lang),
    privacyEmail: privacy.contact,
    officer: privacy.officer?.[lang] ?? "",
    authority: privacy.authority.name[lang],
    recordTime: formatYears(lang, recordYears),
  };
}

/** The part of it that the terms show: of the company today, or as it was. */
export function termsWords(company: TermsCompany, lang: Lang) {
  return {
    company: company.legal_name[lang],
    register: company.register.name[lang],
    registerNumber: company.register.number,
    address: company.address[lang],
    authorisation: company.authorisation?.text[lang] ?? "",
    supervisor: company.authorisation?.supervisor[lang] ?? "",
    answerTime: formatDuration(lang, company.answer_hours * hourSeconds),
    complaintTime: formatDuration(lang, company.complaint_days * daySeconds),
    complaintBody: company.complaint_body?.[lang] ?? "",
    law: company.governing_law[lang],
    court: company.court[lang],
    served: company.served === "any" ? "" : countryNames(lang, company.served),
    notServed: countryNames(lang, company.not_served),
  };
}

/** `Mon–Fri`, or a list where days are left out. Empty for every day of the week. */
export function supportDays({ support }: Company, lang: Lang): string {
  const days = week.filter((day) => support.days.includes(day));
  if (days.length === week.length) return "";
  const first = week.indexOf(days[0] ?? "mon");
  const isRow = days.length > 2 && days.every((day, at) => week[first + at] === day);
  const names = days.map((day) => dayName(lang, week.indexOf(day)));
  return isRow ? `${names[0]}–${names.at(-1)}` : formatList(lang, names);
}

const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

function dayName(lang: Lang, index: number): string {
  // The fifth of January 1970 was a Monday.
  const day = new Date(Date.UTC(1970, 0, 5 + index));
  return new Intl.DateTimeFormat(languageSettings[lang].dates, { weekday: "short", timeZone: "UTC" }).format(day);
}

function countryNames(lang: Lang, codes: readonly string[]): string {
  const names = new Intl.DisplayNames(languageSettings[lang].dates, { type: "region" });
  const sorted = codes.map((code) => names.of(code) ?? code).sort((a, b) => a.localeCompare(b, lang));
  return formatList(lang, sorted);
}

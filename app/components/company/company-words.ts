import type { Company } from "../../../contract/company/company.ts";
import { type Lang, languageSettings } from "../../../contract/values/languages.ts";
import { formatDuration, formatList, formatYears } from "../../i18n/format.ts";

const hourSeconds = 3600;
const daySeconds = 86_400;

/** The company's data in the reader's language, as values for sentences. What does not exist is empty. */
export function companyWords(company: Company, lang: Lang) {
  const { legalName, register, address, authorisation, support, countries, law, complaints, privacy } = company;
  return {
    company: legalName[lang],
    register: register.name[lang],
    registerNumber: register.number,
    address: address[lang],
    authorisation: authorisation?.text[lang] ?? "",
    supervisor: authorisation?.supervisor[lang] ?? "",
    answerTime: formatDuration(lang, support.answerHours * hourSeconds),
    complaintTime: formatDuration(lang, complaints.answerDays * daySeconds),
    complaintBody: complaints.body?.name[lang] ?? "",
    law: law.governing[lang],
    court: law.court[lang],
    served: countries.served === "any" ? "" : countryNames(lang, countries.served),
    notServed: countryNames(lang, countries.notServed),
    privacyEmail: privacy.contact,
    officer: privacy.officer?.[lang] ?? "",
    authority: privacy.authority.name[lang],
    recordTime: formatYears(lang, company.recordYears),
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
  const sorted = codes.map((code) => names.of(code) ?? code).sort((one, other) => one.localeCompare(other, lang));
  return formatList(lang, sorted);
}

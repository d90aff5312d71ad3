import { useTranslation } from "../../i18n/translation.ts";
import { useLang } from "../../i18n/use-lang.ts";
import { useCompany } from "./company.ts";
import { companyWords, supportDays } from "./company-words.ts";

/** `every day, 08:00–22:00, Tallinn time (UTC+2)`, and the time to an answer. */
export function useSupportHours(): { hours: string; answerTime: string } {
  const { t } = useTranslation("company");
  const lang = useLang();
  const company = useCompany();
  const { from, to, place } = company.support;
  const days = supportDays(company, lang) || t("support.everyDay");
  return {
    hours: t("support.hours", { days, from, to, place: place[lang], offset: company.utcOffset }),
    answerTime: companyWords(company, lang).answerTime,
  };
}

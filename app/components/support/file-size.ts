import { type Lang, languageSettings } from "../../../contract/values/languages.ts";

/** `214 kB`; at least one. */
export function fileSize(bytes: number, lang: Lang): string {
  const format = new Intl.NumberFormat(languageSettings[lang].numbers, {
    style: "unit",
    unit: "kilobyte",
    maximumFractionDigits: 0,
  });
  return format.format(Math.max(1, Math.round(bytes / 1000)));
}

/** The product's languages, for pages, messages and stored values. */
export const languages = ["en", "ru"] as const;
export type Lang = (typeof languages)[number];

export function isLang(value: unknown): value is Lang {
  return languages.some((lang) => lang === value);
}

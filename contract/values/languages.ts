/** The languages of the product, for pages, messages and everything that is stored with a language. */
export const languages = ["en", "ru"] as const;
export type Lang = (typeof languages)[number];

export function isLang(value: unknown): value is Lang {
  return languages.some((lang) => lang === value);
}

/** The product's languages, for pages, messages and stored values. */
export const languages = ["en", "ru"] as const;
export type Lang = (typeof languages)[number];

/**
 * How each language is written. `prefix` begins the addresses of its pages, `numbers` and `dates` are locales of Intl,
 * `percentSign` follows a number, `decimalSign` and `groupSign` are those of a typed number, `cellSign` separates the cells of a CSV
 * file where its spreadsheets read one, `alphabets` has the fonts that its pages need at once, `name` is for operators.
 */
export const languageSettings = {
  en: {
    name: "English",
    prefix: "En",
    numbers: "en-US",
    dates: "en-GB",
    percentSign: "%",
    decimalSign: ".",
    groupSign: ",",
    cellSign: ",",
    alphabets: ["latin"],
  },
  ru: {
    name: "Russian",
    prefix: "Ru",
    numbers: "ru-RU",
    dates: "ru-RU",
    percentSign: "\u00a0%",
    decimalSign: ",",
    groupSign: "\u00a0",
    cellSign: ";",
    alphabets: ["latin", "cyrillic"],
  },
} as const satisfies Record<Lang, { [setting: string]: string | readonly string[] }>;

export function isLang(value: unknown): value is Lang {
  return languages.some((lang) => lang === value);
}

/** One value for each language. */
export function inEachLanguage<T>(valueFor: (lang: Lang) => T): Record<Lang, T> {
  return Object.fromEntries(languages.map((lang) => [lang, valueFor(lang)])) as Record<Lang, T>;
}

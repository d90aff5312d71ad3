import { isLang, type Lang, languageSettings, languages } from "../../contract/values/languages.ts";

/** How addresses write a language: `/En/...`, `/Ru/...`. Everything else says `en` and `ru`. */
export type Prefix = (typeof languageSettings)[Lang]["prefix"];
export const prefixes: readonly Prefix[] = languages.map((lang) => languageSettings[lang].prefix);

/** The default language: the specification's en-US. */
export const fallback: Lang = "en";

/** Narrows a language that a library returns as a string. */
export function asLang(value: string | undefined): Lang {
  return isLang(value) ? value : fallback;
}

/** The first language of an `Accept-Language`, where it is one of ours. */
export function firstLang(acceptLanguage: string | undefined): Lang {
  const [, first] = /^\s*([a-z]+)\b/i.exec(acceptLanguage ?? "") ?? [];
  return asLang(first?.toLowerCase());
}

export function isPrefix(value: unknown): value is Prefix {
  return prefixes.some((prefix) => prefix === value);
}

/** Removes the language from an address: `/Ru/legal/terms` -> `ru`, `/legal/terms`. Null without a prefix. */
export function splitPath(pathname: string): { lang: Lang | null; path: string } {
  const [, first, ...rest] = pathname.split("/");
  const lang = languages.find((language) => languageSettings[language].prefix === first);
  return lang ? { lang, path: `/${rest.join("/")}` } : { lang: null, path: pathname || "/" };
}

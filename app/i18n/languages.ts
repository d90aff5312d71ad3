import { isLang, type Lang, languageSettings, languages } from "../../contract/values/languages.ts";

/** How addresses write a language: `/En/...`, `/Ru/...`. Everything else says `en` and `ru`. */
export type Prefix = (typeof languageSettings)[Lang]["prefix"];
export const prefixes: readonly Prefix[] = languages.map((lang) => languageSettings[lang].prefix);

/** The language to fall back to: the specification's en-US. */
export const fallback: Lang = "en";

/** For a language that comes from a library as a string. */
export function asLang(value: string | undefined): Lang {
  return isLang(value) ? value : fallback;
}

export function isPrefix(value: unknown): value is Prefix {
  return prefixes.some((prefix) => prefix === value);
}

/** Takes the language off an address: `/Ru/legal/terms` -> `ru`, `/legal/terms`. Null where there is no prefix. */
export function splitPath(pathname: string): { lang: Lang | null; path: string } {
  const [, first, ...rest] = pathname.split("/");
  const lang = languages.find((known) => languageSettings[known].prefix === first);
  return lang ? { lang, path: `/${rest.join("/")}` } : { lang: null, path: pathname || "/" };
}

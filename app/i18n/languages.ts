/** The two languages, equal. `en`/`ru` everywhere inside; `En`/`Ru` only in addresses. */
export const languages = ["en", "ru"] as const;
export type Lang = (typeof languages)[number];

export const prefixes = ["En", "Ru"] as const;
export type Prefix = (typeof prefixes)[number];

export const prefixOf = { en: "En", ru: "Ru" } as const satisfies Record<Lang, Prefix>;
const languageOf = { En: "en", Ru: "ru" } as const satisfies Record<Prefix, Lang>;

/** The language to fall back to: the specification's en-US. */
export const fallback: Lang = "en";

export function isLang(value: unknown): value is Lang {
  return languages.some((lang) => lang === value);
}

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
  if (!isPrefix(first)) return { lang: null, path: pathname || "/" };
  return { lang: languageOf[first], path: `/${rest.join("/")}` };
}

import { isLang, type Lang } from "../../contract/values/languages.ts";

/** How addresses write a language: `/En/...`, `/Ru/...`. Everything else says `en` and `ru`. */
export const prefixes = ["En", "Ru"] as const;
export type Prefix = (typeof prefixes)[number];

export const prefixOf = { en: "En", ru: "Ru" } as const satisfies Record<Lang, Prefix>;
const languageOf = { En: "en", Ru: "ru" } as const satisfies Record<Prefix, Lang>;

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
  if (!isPrefix(first)) return { lang: null, path: pathname || "/" };
  return { lang: languageOf[first], path: `/${rest.join("/")}` };
}

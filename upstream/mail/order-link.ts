import type { Lang } from "../../contract/values/languages.ts";

const segment = { en: "En", ru: "Ru" } as const satisfies Record<Lang, string>;

/**
 * The one address that opens an order without a password. It goes into letters and nowhere else: never into a log,
 * a queue or a table. `origin` is the public one, without a slash at its end.
 */
export function orderLink(origin: string, language: Lang, ref: string, token: string): string {
  return `${origin}/${segment[language]}/order/${ref}?t=${encodeURIComponent(token)}`;
}

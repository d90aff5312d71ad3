import type { Lang } from "../../contract/values/languages.ts";

const segment = { en: "En", ru: "Ru" } as const satisfies Record<Lang, string>;

/**
 * The link that opens an order without signing in. It is used in e-mails only: never in a log, a queue or a table.
 * `origin` is the public one, without a trailing slash.
 */
export function orderLink(origin: string, language: Lang, ref: string, token: string): string {
  return `${origin}/${segment[language]}/order/${ref}?t=${encodeURIComponent(token)}`;
}

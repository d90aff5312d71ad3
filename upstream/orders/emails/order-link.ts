import { type Lang, languageSettings } from "../../../contract/values/languages.ts";

/**
 * The link that opens an order without signing in. It is used in emails only: never in a log, a queue or a table.
 * `origin` is the public one, without a trailing slash.
 */
export function orderLink(
  origin: string,
  language: Lang,
  ref: string,
  token: string,
  page: "" | "/review" = "",
): string {
  return `${origin}/${languageSettings[language].prefix}/order/${ref}${page}?t=${encodeURIComponent(token)}`;
}

/** The order's receipt by the same token. `link` is that of the order. */
export const receiptLink = (link: string) => link.replace("?", "/receipt?");

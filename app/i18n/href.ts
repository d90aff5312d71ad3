import { type Lang, languageSettings } from "../../contract/values/languages.ts";

/**
 * The address of a page in a language: `href("ru", "/legal/terms")` -> `/Ru/legal/terms`, home -> `/Ru`.
 * `path` starts with a slash and has no language of its own; a query or a fragment may follow it.
 */
export function href(lang: Lang, path: string): string {
  const prefix = `/${languageSettings[lang].prefix}`;
  if (path === "/") return prefix;
  return /^\/[?#]/.test(path) ? `${prefix}${path.slice(1)}` : `${prefix}${path}`;
}

import { type Lang, languageSettings } from "../../contract/values/languages.ts";

/**
 * The address of a page in a language: `href("ru", "/legal/terms")` -> `/Ru/legal/terms`, home -> `/Ru`. `path` starts
 * with a slash and has no language prefix; a query or fragment may follow.
 */
export function href(lang: Lang, path: string): string {
  const prefix = `/${languageSettings[lang].prefix}`;
  if (path === "/") return prefix;
  return /^\/[?#]/.test(path) ? `${prefix}${path.slice(1)}` : `${prefix}${path}`;
}

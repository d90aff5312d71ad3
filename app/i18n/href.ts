import type { Lang } from "../../contract/values/languages.ts";
import { prefixOf } from "./languages.ts";

/**
 * The address of a page in a language: `href("ru", "/legal/terms")` -> `/Ru/legal/terms`, home -> `/Ru`.
 * `path` starts with a slash and has no language of its own; a query or a fragment may follow it.
 */
export function href(lang: Lang, path: string): string {
  const prefix = `/${prefixOf[lang]}`;
  if (path === "/") return prefix;
  return /^\/[?#]/.test(path) ? `${prefix}${path.slice(1)}` : `${prefix}${path}`;
}

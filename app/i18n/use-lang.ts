import type { Lang } from "../../contract/values/languages.ts";
import { href } from "./href.ts";
import { useTexts } from "./translation.ts";

/** The language of the rendered page; works on error pages too, which have no loader data. */
export function useLang(): Lang {
  return useTexts().lang;
}

/** `href` bound to the language of the page. */
export function useHref(): (path: string) => string {
  const lang = useLang();
  return (path) => href(lang, path);
}

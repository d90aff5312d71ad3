import { useTranslation } from "react-i18next";
import { href } from "./href.ts";
import { asLang, type Lang } from "./languages.ts";

/** The language of the page being rendered; works on error pages too, where no loader data exist. */
export function useLang(): Lang {
  return asLang(useTranslation().i18n.language);
}

/** `href` bound to the language of the page. */
export function useHref(): (path: string) => string {
  const lang = useLang();
  return (path) => href(lang, path);
}

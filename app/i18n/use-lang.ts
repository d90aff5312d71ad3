import type { Lang } from "../../contract/values/languages.ts";
import { useCarriedPartner } from "./carried-partner.ts";
import { href } from "./href.ts";
import { withPartner } from "./partner-code.ts";
import { useTexts } from "./translation.ts";

/** The language of the rendered page; works on error pages too, which have no loader data. */
export function useLang(): Lang {
  return useTexts().lang;
}

/** `href` bound to the language of the page; carries the partner's code of the visit. */
export function useHref(): (path: string) => string {
  const lang = useLang();
  const partner = useCarriedPartner();
  return (path) => withPartner(href(lang, path), partner);
}

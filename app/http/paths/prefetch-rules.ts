import { languages } from "../../../contract/values/languages.ts";
import { href } from "../../i18n/href.ts";
import { publicPages } from "./public-pages.ts";

/** Pages that are answered from memory: prefetching another would cost a rendering, or have an effect. */
const prefetched = languages.flatMap((lang) => publicPages.map((path) => href(lang, path)));

/**
 * For browsers with speculation rules, which choose links that a visitor is about to follow, two at a time, and none with
 * data saver. A link with a query is one of a calculation or a campaign.
 */
export const prefetchRules = {
  prefetch: [
    {
      where: { and: [{ href_matches: prefetched }, { not: { href_matches: "/*\\?*" } }] },
      eagerness: "moderate",
    },
  ],
} as const;

/** The value of the response header. */
export const prefetchRulesHeader = '"/speculation-rules.json"';

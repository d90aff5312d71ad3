import { partnerCodeIn } from "../../i18n/partner-code.ts";
import { headerOf, type Visit } from "../visit.ts";
import type { PageView } from "./page-view.ts";

/**
 * The code of a partner's link that a person has followed to this page; null for other page views, for bots, and for our
 * own links, which carry the code on.
 */
export function partnerClickOf(visit: Visit, { isBot }: PageView): string | null {
  if (isBot || headerOf(visit, "sec-fetch-site") === "same-origin" || cameFromHere(visit)) return null;
  return partnerCodeIn(visit.search);
}

function cameFromHere(visit: Visit): boolean {
  const referer = headerOf(visit, "referer");
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === visit.host;
}

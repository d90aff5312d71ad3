import { partnerCodeIn } from "../../i18n/partner-code.ts";
import { type FrontRequest, headerOf } from "../front-request.ts";
import type { PageView } from "./page-view.ts";

/**
 * The code of a partner's link that a person has followed to this page; null for other page views, for bots, and for our
 * own links, which carry the code on.
 */
export function partnerClickOf(request: FrontRequest, { isBot }: PageView): string | null {
  if (isBot || headerOf(request, "sec-fetch-site") === "same-origin" || cameFromHere(request)) return null;
  return partnerCodeIn(request.search);
}

function cameFromHere(request: FrontRequest): boolean {
  const referer = headerOf(request, "referer");
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === request.host;
}

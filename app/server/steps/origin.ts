import { isOneClickPath } from "../../http/paths/page-rules.ts";
import { changesSomething, isFromOwnPage } from "../../http/request/own-origin.server.ts";
import type { Refusal } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { splitPath } from "../../i18n/languages.ts";
import { headerOf, type Step, type Visit } from "../visit.ts";

/**
 * CSRF check: a state-changing request must come from our own page. The API is exempt, since it uses no cookies; it has
 * its own rules.
 */
export function originStep(publicOrigin: string | undefined): Step {
  return (visit) => {
    if (!changesSomething(visit.method) || isApiPath(visit.path)) return undefined;
    const sender = {
      origin: headerOf(visit, "origin"),
      secFetchSite: headerOf(visit, "sec-fetch-site"),
      host: visit.host,
    };
    if (isOneClick(visit)) return undefined;
    if (!isFromOwnPage(sender, publicOrigin))
      refuseRequest(visit, { status: 403, code: "other_site", path: visit.path });
    return undefined;
  };
}

/**
 * A mail program presses the link of an unsubscribe header (RFC 8058): not a browser, which names where a form comes from.
 * Such a request has no rules of forms; the key in its address is all that it does.
 */
export function isOneClick(visit: Visit): boolean {
  const isFromBrowser = headerOf(visit, "origin") !== undefined || headerOf(visit, "sec-fetch-site") !== undefined;
  return visit.method === "POST" && !isFromBrowser && isOneClickPath(splitPath(visit.path).path);
}

export function isApiPath(path: string): boolean {
  return path.startsWith("/api/v1/");
}

/** Redirects the request to a page that explains; its target page must not see it. */
export function refuseRequest(visit: Visit, refusal: Refusal): undefined {
  const { lang } = splitPath(visit.path);
  visit.facts.refusal = refusal;
  visit.method = "GET";
  visit.path = lang ? href(lang, "/refused") : "/refused";
  visit.search = "";
}

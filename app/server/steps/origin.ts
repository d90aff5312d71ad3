import { isOneClickPath } from "../../http/paths/page-rules.ts";
import { changesSomething, isFromOwnPage } from "../../http/request/own-origin.server.ts";
import type { Refusal } from "../../http/request/request-facts.ts";
import { href } from "../../i18n/href.ts";
import { splitPath } from "../../i18n/languages.ts";
import { type FrontRequest, headerOf, type Step } from "../front-request.ts";

/**
 * CSRF check: a state-changing request must come from our own page. The API is exempt, since it uses no cookies; it has
 * its own rules.
 */
export function originStep(publicOrigin: string | undefined): Step {
  return (request) => {
    if (!changesSomething(request.method) || isApiPath(request.path)) return undefined;
    if (isOneClick(request)) return undefined;
    const sender = {
      origin: headerOf(request, "origin"),
      secFetchSite: headerOf(request, "sec-fetch-site"),
      host: request.host,
    };
    if (!isFromOwnPage(sender, publicOrigin))
      refuseRequest(request, { status: 403, code: "other_site", path: request.path });
    return undefined;
  };
}

/**
 * A mail program presses the link of an unsubscribe header (RFC 8058). One in a browser names its own origin, so the sender does not
 * count: the key in the address alone authorises the request. No rules of forms apply.
 */
export function isOneClick({ method, path }: FrontRequest): boolean {
  return method === "POST" && isOneClickPath(splitPath(path).path);
}

export function isApiPath(path: string): boolean {
  return path.startsWith("/api/v1/");
}

/** Redirects the request to a page that explains; its target page must not see it. */
export function refuseRequest(request: FrontRequest, refusal: Refusal): undefined {
  const { lang } = splitPath(request.path);
  request.facts.refusal = refusal;
  request.method = "GET";
  request.path = lang ? href(lang, "/refused") : "/refused";
  request.search = "";
}

import { env } from "../env.server.ts";
import { langOf } from "../i18n/lang.server.ts";
import { splitPath } from "../i18n/languages.ts";
import { alternatesOf } from "./alternates.server.ts";
import { currentBuild } from "./current-build.server.ts";
import { factsOf } from "./request-facts.server.ts";
import { themeOf } from "./theme.server.ts";
import { zoneOf } from "./zone.server.ts";

/** What every page knows of the site and its visitor. Public to the page: no secret may be added. */
export function siteOf(request: Request) {
  const url = new URL(request.url);
  // A refused post was sent to another page; its own address is still what the visitor sees.
  const pathname = factsOf(request).refusal?.path ?? url.pathname;
  return {
    lang: langOf(request),
    theme: themeOf(request),
    zone: zoneOf(request),
    pathname,
    path: splitPath(pathname).path,
    search: url.search,
    alternates: alternatesOf(request),
    build: currentBuild.id,
    brand: env.BRAND_NAME,
    year: factsOf(request).receivedAt.getUTCFullYear(),
    supportEmail: env.SUPPORT_EMAIL,
    google: env.GOOGLE_CLIENT_ID ? { clientId: env.GOOGLE_CLIENT_ID, script: env.GSI_SRC } : null,
    testMode: env.RAILS.includes("sandbox"),
  };
}

import { currentBuild } from "../http/current-build.server.ts";
import { alternatesOf } from "../http/paths/alternates.server.ts";
import { withOrderToken } from "../http/paths/request-url.ts";
import { themeOf } from "../http/preferences/theme.server.ts";
import { zoneOf } from "../http/preferences/zone.server.ts";
import type { RouteArgs } from "../http/request/request-facts.ts";
import { langOf } from "../i18n/lang.server.ts";
import { splitPath } from "../i18n/languages.ts";
import { partnerAnswerOf } from "../partners/partner-answer.ts";
import { carriedPartner } from "../partners/partner-cookie.server.ts";
import { env } from "../settings/env.server.ts";
import { googleAddresses } from "../settings/google-addresses.ts";
import { offeredChats } from "../third-parties/offered-chats.server.ts";

/**
 * Data about the site and its visitor for every page. Sent to the browser: never add secrets. The only key in it is that of
 * the email's link that the browser has just opened.
 */
export function siteOf(args: RouteArgs) {
  const partner = carriedPartner(args.request);
  const url = new URL(args.request.url);
  // After a refused POST the request is for another page; the visitor still sees the original address.
  const pathname = args.context.refusal?.path ?? url.pathname;
  const { path } = splitPath(pathname);
  return {
    lang: langOf(args.request),
    theme: themeOf(args.request),
    zone: zoneOf(args.request),
    pathname,
    path,
    search: url.search,
    // Pages that a link of our emails opens with a cookie.
    mayBlockCookies: /^\/(order|support)\//.test(path) && !args.request.headers.has("Cookie") ? true : undefined,
    address: args.context.answerAddress ?? withOrderToken(pathname + url.search, args.context.orderToken),
    alternates: alternatesOf(args.request),
    build: currentBuild.id,
    brand: env.BRAND_NAME,
    year: args.context.receivedAt.getUTCFullYear(),
    supportEmail: env.SUPPORT_EMAIL,
    google: env.GOOGLE_CLIENT_ID ? { clientId: env.GOOGLE_CLIENT_ID, script: googleAddresses.button } : null,
    botCheck:
      env.BOT_CHECK === "off"
        ? null
        : // Undefined is not sent, and every page has this.
          { provider: env.BOT_CHECK, siteKey: env.BOT_CHECK_SITE_KEY },
    testMode: env.RAILS.includes("sandbox") || env.REAL_RAILS_ON === "test-networks",
    // Undefined is not sent, and most sites have some.
    hasNoTestAccounts: !env.RAILS.includes("sandbox") || undefined,
    // Undefined is not sent, and most sites have none.
    hasChat: offeredChats().length > 0 || undefined,
    hasAffiliates: env.AFFILIATES === "on",
    partner,
    // Undefined is not sent, and few visits begin with a partner's link.
    asksAboutPartner: (partner !== null && partnerAnswerOf(args.request) === "ask") || undefined,
  };
}

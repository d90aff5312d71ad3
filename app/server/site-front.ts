import type { RequestHandler } from "@remix-run/node";
import { recordPageViews } from "../api/record-page-views.server.ts";
import { recordPartnerClick } from "../api/record-partner-click.server.ts";
import { destination, type EmbeddedService, serviceReady } from "../api/transport.server.ts";
import { isProvenVisitor } from "../auth/cookies/proven-visitor.server.ts";
import { log, requestLines } from "../http/log.server.ts";
import { env } from "../settings/env.server.ts";
import { googleAddresses } from "../settings/google-addresses.ts";
import { proofOf } from "./admission/proof.ts";
import { cachedApiStep, embeddedApiStep } from "./api/api.ts";
import { forwardStep } from "./api/forward.ts";
import { type Behind, type Front, newFront } from "./front.ts";
import { ourHttps } from "./our-https.ts";
import { addressLimit, noLimit } from "./pages/address-limit.ts";
import { sourcesOf } from "./third-party-sources.ts";
import { type VisitCounts, visitCounts } from "./visits/visit-counts.ts";

/** Two per second: more than people behind one address mistype, and at most a hundredth of this process's time. */
const badPostsAMinute = 120;

/** A visitor opens a page every second at most; an office shares an address. */
const reportsAMinute = 300;

/** The front of this site, by its settings. `service` is null where it has an address of its own. */
export function siteFront(
  remix: RequestHandler,
  service: EmbeddedService | null,
  more: Pick<Behind, "files" | "pages" | "metrics" | "tracing">,
): Front & { visits: VisitCounts } {
  const settings = {
    https: ourHttps,
    development: env.NODE_ENV === "development",
    googleScript: env.GOOGLE_CLIENT_ID ? googleAddresses.button : undefined,
    sourcesOf,
    publicOrigin: env.PUBLIC_ORIGIN,
    trustedProxies: env.TRUSTED_PROXIES,
    pageMs: env.PAGE_TIMEOUT_MS,
    proof: proofOf(isProvenVisitor, () => performance.now()),
    badPosts: env.RATE_LIMITS === "off" ? noLimit : addressLimit(badPostsAMinute),
    reports: env.RATE_LIMITS === "off" ? noLimit : addressLimit(reportsAMinute),
  };
  const api = service ? embeddedApiStep(service, settings.https) : forwardStep(destination, more.tracing);
  const cachedApi = service ? { cachedApi: cachedApiStep(service) } : {};
  const visits = visitCounts(recordPageViews);
  const countClick = env.AFFILIATES === "on" ? recordPartnerClick : undefined;
  const counts = { visits, countClick };
  const front = newFront(settings, { log, requestLines, serviceReady, ...cachedApi, api, remix, ...counts, ...more });
  return { ...front, visits };
}

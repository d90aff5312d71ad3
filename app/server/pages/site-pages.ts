import type { RequestHandler } from "@remix-run/node";
import { marketState } from "../../api/market-state.server.ts";
import type { EmbeddedService } from "../../api/transport.server.ts";
import { botCheckSources } from "../../settings/bot-check-sources.ts";
import { env } from "../../settings/env.server.ts";
import { consentText, statistics } from "../../third-parties/settings.server.ts";
import type { Admit } from "../admission/admission-step.ts";
import type { Step } from "../front-request.ts";
import { ourHttps } from "../our-https.ts";
import { statisticsSources } from "../third-party-sources.ts";
import { addressLimit, noLimit } from "./address-limit.ts";
import type { CachedPage } from "./cached-page.ts";
import { marketVersion } from "./market-version.ts";
import { pageCacheStep } from "./page-cache.ts";
import { PageStore } from "./page-store.ts";

/** Twenty per second: enough for an office behind one address, or a search engine. */
const pagesAMinute = 1200;
const prefetchesAMinute = 600;

/** The cached pages of this site. A market change by this process takes effect at once, by others within a second. */
export function sitePages(remix: RequestHandler, service: EmbeddedService | null): (admit: Admit) => Step {
  const elapsedMs = () => performance.now();
  const market = marketVersion(marketState);
  service?.onMarketChange(() => market.changed(elapsedMs()));
  const store = new PageStore<CachedPage>();
  const prefetchLimit = env.RATE_LIMITS === "off" ? noLimit : addressLimit(prefetchesAMinute);
  const limit = env.RATE_LIMITS === "off" ? noLimit : addressLimit(pagesAMinute);
  const consent = statistics.length > 0 ? { text: consentText, sources: statisticsSources } : undefined;
  const limits = { limit, prefetchLimit };
  const sources = botCheckSources(env.BOT_CHECK);
  return (admit) =>
    pageCacheStep({ remix, store, market, ...limits, https: ourHttps, elapsedMs, sources, consent, admit });
}

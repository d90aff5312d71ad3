import { boundedText } from "../../shared/bounded-text.ts";
import type { FeedFault } from "../rules/prices/feed-faults.ts";
import { type Feed, type FeedMarket, type ReadPrice, UnreadableFeed } from "./feed.ts";

/** Of all requests of one round together: less than a feed's period, so that rounds never overlap. */
const usualWaitMs = 8000;
/** The longest answer that is read; the listed feeds stay below a tenth. */
const mostBytes = 256 * 1024;

/** `cachedSeconds`: the header `Age` of a cache, in seconds; 0 without one. */
type AskedPrice = ReadPrice & { cachedSeconds: number };

/** `fault`: of the last request that failed; prices of the others count. */
export type FeedReading = { prices: AskedPrice[]; fault: FeedFault | null };

/**
 * Asks a feed for its markets, one request after another. Follows no redirect, reads no answer that is not of the feed's
 * format, and waits for all together no longer than `waitMs`. Never throws: a failure is a value.
 */
export async function askFeed(feed: Feed, markets: readonly FeedMarket[], waitMs = usualWaitMs): Promise<FeedReading> {
  const signal = AbortSignal.timeout(waitMs);
  const reading: FeedReading = { prices: [], fault: null };
  for (const { path, read } of feed.requests(markets)) {
    const response = await responseTo(feed, path, signal);
    if ("fault" in response) {
      reading.fault = response.fault;
      // Once the time is over or the feed is down, the next request would end the same way.
      if (response.fault === "timeout" || response.fault === "connection") break;
      continue;
    }
    const { text, cachedSeconds } = response;
    try {
      reading.prices.push(...read(text).map((price) => ({ ...price, cachedSeconds })));
    } catch (error) {
      if (!(error instanceof UnreadableFeed)) throw error;
      reading.fault = "format";
    }
  }
  if (reading.prices.length === 0) reading.fault ??= "format";
  return reading;
}

type FeedResponse = { text: string; cachedSeconds: number } | { fault: FeedFault };

async function responseTo(feed: Feed, path: string, signal: AbortSignal): Promise<FeedResponse> {
  try {
    const headers = { Accept: feed.format === "json" ? "application/json" : "application/xml, text/xml" };
    const response = await fetch(`${feed.origin}${path}`, { redirect: "manual", signal, headers });
    const fault = faultOf(feed, response);
    if (fault !== null) {
      await response.body?.cancel();
      return { fault };
    }
    const text = await boundedText(response, mostBytes);
    return text === null ? { fault: "too_large" } : { text, cachedSeconds: cachedSecondsOf(response) };
  } catch {
    return { fault: signal.aborted ? "timeout" : "connection" };
  }
}

/** The header `Age` of caches that follow the standard (RFC 9111): seconds since the answer left its origin. */
function cachedSecondsOf({ headers }: Response): number {
  const age = headers.get("age") ?? "";
  return /^\d{1,9}$/.test(age) ? Number(age) : 0;
}

function faultOf({ format }: Feed, { status, headers }: Response): FeedFault | null {
  if (status !== 200) return "status";
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  return type.includes(format) ? null : "content_type";
}

import { boundedText } from "../../shared/bounded-text.ts";
import type { FeedFault } from "../rules/prices/feed-faults.ts";
import { type Feed, type FeedMarket, type ReadPrice, UnreadableFeed } from "./feed.ts";

/** Of all requests of one round together: less than a feed's period, so that rounds never overlap. */
const usualWaitMs = 8000;
/** The longest answer that is read; the listed feeds stay below a tenth. */
const mostBytes = 256 * 1024;

/** `fault`: of the last request that failed; prices of the others count. */
export type FeedReading = { prices: ReadPrice[]; fault: FeedFault | null };

/**
 * Asks a feed for its markets, one request after another. Follows no redirect, reads no answer that is not of the feed's
 * format, and waits for all together no longer than `waitMs`. Never throws: a failure is a value.
 */
export async function askFeed(feed: Feed, markets: readonly FeedMarket[], waitMs = usualWaitMs): Promise<FeedReading> {
  const signal = AbortSignal.timeout(waitMs);
  const reading: FeedReading = { prices: [], fault: null };
  for (const { path, read } of feed.requests(markets)) {
    const text = await textOf(feed, path, signal);
    if (typeof text !== "string") {
      reading.fault = text.fault;
      // Once the time is over or the feed is down, the next request would end the same way.
      if (text.fault === "timeout" || text.fault === "connection") break;
      continue;
    }
    try {
      reading.prices.push(...read(text));
    } catch (error) {
      if (!(error instanceof UnreadableFeed)) throw error;
      reading.fault = "format";
    }
  }
  if (reading.prices.length === 0) reading.fault ??= "format";
  return reading;
}

async function textOf(feed: Feed, path: string, signal: AbortSignal): Promise<string | { fault: FeedFault }> {
  try {
    const headers = { Accept: feed.format === "json" ? "application/json" : "application/xml, text/xml" };
    const response = await fetch(`${feed.origin}${path}`, { redirect: "manual", signal, headers });
    const fault = faultOf(feed, response);
    if (fault !== null) {
      await response.body?.cancel();
      return { fault };
    }
    return (await boundedText(response, mostBytes)) ?? { fault: "too_large" };
  } catch {
    return { fault: signal.aborted ? "timeout" : "connection" };
  }
}

function faultOf({ format }: Feed, { status, headers }: Response): FeedFault | null {
  if (status !== 200) return "status";
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  return type.includes(format) ? null : "content_type";
}

import { inArray } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { priceFeed } from "../../db/schema/market-prices.ts";
import type { UpstreamEnv } from "../../settings/env.ts";
import type { FeedFault } from "../rules/prices/feed-faults.ts";

type FeedHealth = {
  feed: string;
  /** The last answer with a price that counts. */
  answeredAt: Date | null;
  fault: FeedFault | null;
  /** How long no round has brought a price, in seconds; 0 while they do, and while the feed stands still. */
  awaySeconds: number;
  /** Since when nothing in its answers has changed, where it therefore counts for nothing. */
  unchangedSince: Date | null;
};

/** How the feeds that are asked answer. Empty without RATES=market, and before the first round. */
export async function feedHealth(
  reader: Pick<Orm, "select">,
  { RATES, RATE_FEEDS }: Pick<UpstreamEnv, "RATES" | "RATE_FEEDS">,
  now: Date,
): Promise<FeedHealth[]> {
  if (RATES !== "market") return [];
  const names = RATE_FEEDS.map(({ name }) => name);
  const rows = await reader.select().from(priceFeed).where(inArray(priceFeed.name, names)).orderBy(priceFeed.name);
  return rows.map(({ name, askedAt, answeredAt, changedAt, fault, faultSince }) => {
    const unchangedSince = fault === "unchanged" ? changedAt : null;
    const isAway = faultSince !== null && !unchangedSince && (answeredAt === null || answeredAt < askedAt);
    const since = Math.max(faultSince?.getTime() ?? 0, answeredAt?.getTime() ?? 0);
    const awaySeconds = isAway ? Math.max(0, (now.getTime() - since) / 1000) : 0;
    return { feed: name, answeredAt, fault, awaySeconds, unchangedSince };
  });
}

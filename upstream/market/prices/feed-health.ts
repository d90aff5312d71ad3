import { inArray } from "drizzle-orm";
import type { Orm } from "../../db/database.ts";
import { priceFeed } from "../../db/schema/market-prices.ts";
import type { UpstreamEnv } from "../../settings/env.ts";

type FeedHealth = {
  feed: string;
  /** The last answer with a price. */
  answeredAt: Date | null;
  fault: string | null;
  /** How long no round has brought a price, in seconds; 0 while they do. */
  awaySeconds: number;
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
  return rows.map(({ name, askedAt, answeredAt, fault, faultSince }) => {
    const isAway = faultSince !== null && (answeredAt === null || answeredAt < askedAt);
    const since = Math.max(faultSince?.getTime() ?? 0, answeredAt?.getTime() ?? 0);
    return { feed: name, answeredAt, fault, awaySeconds: isAway ? Math.max(0, (now.getTime() - since) / 1000) : 0 };
  });
}

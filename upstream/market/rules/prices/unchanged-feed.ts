/**
 * How long the answers of a feed without times may stay the same before its prices are stale. See docs/decisions/228.
 */
const unchangedLimitSeconds = 300;

/** What the age of a price without a time of its own follows from. */
type Asking = {
  /** When the request began. */
  asked: Date;
  /** The header `Age` of a cache. */
  cachedSeconds: number;
  /** When anything in the feed's answers was last seen to differ from the answer before. */
  changedAt: Date;
};

/** Whether a feed is stale: it answers, and its answers have not changed for too long. */
export const isFeedUnchanged = ({ asked, changedAt }: Pick<Asking, "asked" | "changedAt">): boolean =>
  asked.getTime() - changedAt.getTime() > unchangedLimitSeconds * 1000;

/**
 * When a price without a time of its own was true: when it was asked for, less what a cache says; as soon as the feed stands still,
 * when its answers last changed.
 */
export function timeOfUntimedPrice(asking: Asking): Date {
  const read = asking.asked.getTime() - asking.cachedSeconds * 1000;
  return new Date(isFeedUnchanged(asking) ? Math.min(read, asking.changedAt.getTime()) : read);
}

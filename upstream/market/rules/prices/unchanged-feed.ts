/**
 * How long the answers of a feed that says no time may stay the same before it counts as standing still. See docs/decisions/228.
 */
const unchangedLimitSeconds = 300;

/** What says how old a price without a time of its own is. */
type Asking = {
  /** When the request began. */
  asked: Date;
  /** For how long a cache says that it has had the answer. */
  cachedSeconds: number;
  /** When anything in the feed's answers was last seen to differ from the answer before. */
  changedAt: Date;
};

/** Whether a feed stands still: it answers, and what it answers is no price of now. */
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

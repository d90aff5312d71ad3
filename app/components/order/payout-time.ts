import type { PayoutMinutes } from "../../../contract/market/payout-times.ts";
import type { Lang } from "../../../contract/values/languages.ts";
import { formatDuration } from "../../i18n/format.ts";

/** From this many minutes on, what a payout takes at most is said in hours: a person sends it, and the least says nothing. */
const longMinutes = 120;

/**
 * What a payout takes at most, as `12 hours`; null where it takes minutes, which are named with the least. Where the last ones took
 * longer than what was promised, it is what they took.
 */
export function longestTime(lang: Lang, { max, usual }: PayoutMinutes): string | null {
  const longest = Math.max(max, usual ?? 0);
  return longest < longMinutes ? null : formatDuration(lang, longest * 60);
}

/** What most of the last payouts took, beside `longestTime`; null where it is not known, or where that says it already. */
export function usualTime(lang: Lang, { max, usual }: PayoutMinutes): string | null {
  return usual == null || usual >= max || max < longMinutes ? null : formatDuration(lang, usual * 60);
}

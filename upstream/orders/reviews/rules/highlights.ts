import type { Lang } from "../../../../contract/values/languages.ts";

/** The slides of the home page. */
export const highlightCount = 5;
/** Fewer stars than this are criticism. */
const criticalBelow = 4;
/** Where the first critical review stands if none of the first three is critical. */
const criticalIndex = 1;

type Candidate = { id: string; rating: number; language: Lang };

/**
 * Of reviews in order of time, newest first, those for the home page: in the reader's language first. One of the first
 * three has fewer than four stars, if any has. `critical` is the newest such review, which may be older than all others.
 */
export function highlightsOf<Review extends Candidate>(
  newest: readonly Review[],
  critical: Review | undefined,
  language: Lang,
): Review[] {
  const inLanguage = newest.filter((review) => review.language === language);
  const others = newest.filter((review) => review.language !== language);
  const chosen = [...inLanguage, ...others].slice(0, highlightCount);
  const isCritical = ({ rating }: Candidate) => rating < criticalBelow;
  if (critical === undefined || chosen.slice(0, 3).some(isCritical)) return chosen;
  const first = chosen.find(isCritical) ?? critical;
  const rest = chosen.filter(({ id }) => id !== first.id);
  return [...rest.slice(0, criticalIndex), first, ...rest.slice(criticalIndex)].slice(0, highlightCount);
}

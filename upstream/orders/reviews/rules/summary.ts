import { ratings } from "../../../../contract/reviews/review-rules.ts";
import type { ReviewSummary } from "../../../../contract/reviews/reviews.ts";

/** With fewer reviews an average says more about chance than about the service. */
const averageFrom = 20;

/** Reviews of one rating: how many, with an answer, with removed words. */
export type RatingCount = { rating: number; count: number; answered: number; cut: number };

export function summaryOf(counts: readonly RatingCount[]): ReviewSummary {
  const sum = (of: (row: RatingCount) => number) => counts.reduce((total, row) => total + of(row), 0);
  const countOf = (stars: number) => counts.find(({ rating }) => rating === stars)?.count ?? 0;
  const total = sum(({ count }) => count);
  return {
    total,
    by_stars: ratings.map((stars) => ({ stars, count: countOf(stars) })),
    negative: countOf(1) + countOf(2),
    answered: sum(({ answered }) => answered),
    cut: sum(({ cut }) => cut),
    average:
      total < averageFrom
        ? null
        : averageText(
            sum(({ rating, count }) => rating * count),
            total,
          ),
  };
}

/** One decimal, cut off and not rounded: 4.96 is not shown as 5.0. */
function averageText(stars: number, total: number): string {
  const tenths = Math.floor((stars * 10) / total);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

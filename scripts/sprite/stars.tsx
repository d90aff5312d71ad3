import type { ReactNode } from "react";
import { ratings } from "../../contract/reviews/review-rules.ts";

/** Lucide's star, in a square of 24. */
const star =
  "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z";

/** A row of five stars for each rating: one reference in a page instead of five drawings. */
export const starRows: readonly [id: string, shapes: ReactNode][] = ratings.map((rating) => [
  `stars-${rating}`,
  ratings.map((_, at) => (
    <path
      key={star + String(at)}
      d={star}
      transform={`translate(${at * 26})`}
      fill={at < rating ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.5"
    />
  )),
]);

import type { CalculatorProblem } from "../calculation.ts";

/** The HTTP status of a page with this problem: unreadable input 400, a limit 422, unavailable 503. */
export function problemStatus(issue: CalculatorProblem): number {
  switch (issue.kind) {
    case "below_min":
    case "above_max":
    case "pair_unknown":
      return 422;
    case "reserve_low":
      return 409;
    case "paused":
      return 503;
    case "refused":
      return issue.status;
    default:
      return 400;
  }
}

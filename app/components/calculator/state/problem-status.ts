import type { Trouble } from "../calculation.ts";

/** The HTTP status of a page with this problem: unreadable input 400, a limit 422, unavailable 503. */
export function troubleStatus(trouble: Trouble): number {
  switch (trouble.kind) {
    case "below_min":
    case "above_max":
    case "pair_unknown":
      return 422;
    case "reserve_low":
      return 409;
    case "paused":
      return 503;
    case "refused":
      return trouble.status;
    default:
      return 400;
  }
}

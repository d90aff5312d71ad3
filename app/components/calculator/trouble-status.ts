import type { Trouble } from "./calculation.ts";

/** The status of a page that comes back with this: unreadable input 400, a limit 422, what is not ours to grant 503. */
export function troubleStatus(trouble: Trouble): number {
  switch (trouble.kind) {
    case "below_min":
    case "above_max":
    case "pair_unknown":
      return 422;
    case "reserve_low":
      return 409;
    case "paused":
    case "refused":
      return 503;
    default:
      return 400;
  }
}

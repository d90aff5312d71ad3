import type { Pair } from "../../../contract/market/pairs.ts";
import { isZero } from "../../../contract/values/decimal.ts";

/** Whether somebody could exchange at the pair's rate now: it is open and has one. */
export function hasPrice(pair: Pair): boolean {
  return pair.status !== "paused" && pair.status !== "maintenance" && !isZero(pair.reference_rate);
}

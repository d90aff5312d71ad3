import type { Pair } from "../../../contract/market/pairs.ts";
import { isZero } from "../../../contract/values/decimal.ts";

/** Whether the pair can be exchanged now: it is open and has a rate. */
export function hasPrice(pair: Pair): boolean {
  return pair.status !== "paused" && pair.status !== "maintenance" && !isZero(pair.reference_rate);
}

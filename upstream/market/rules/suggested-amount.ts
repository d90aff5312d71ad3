import { powerOfTen } from "./division.ts";
import { parseRate } from "./rate.ts";

/** The calculator's first amount is worth about this many whole units of the payout asset. */
const worthUnits = 500n;

type Terms = { rate: string; minFrom: bigint; maxFrom: bigint; fromDecimals: number };

/** A round first amount, one significant digit, within the limits; minor units of the pay-in asset. */
export function suggestedFrom({ rate, minFrom, maxFrom, fromDecimals }: Terms): bigint {
  const { digits, scale } = parseRate(rate);
  const worth = (worthUnits * powerOfTen(fromDecimals + scale)) / digits;
  const step = powerOfTen(worth.toString().length - 1);
  const round = (worth / step) * step;
  if (round < minFrom) return minFrom;
  return round > maxFrom ? maxFrom : round;
}

import { mostPayout } from "./costs.ts";
import { ceilDiv, powerOfTen } from "./division.ts";
import { type PriceTerms, priceOf } from "./pricing.ts";

/**
 * The smallest amount sent, from `least` to `most`, whose price by its own terms pays for its `costs`; minor units, rounded up to
 * `shownDecimals`. Null where no amount does. Above it every price does but for rounding, which `priceOf` takes off.
 */
export function breakEven(
  terms: PriceTerms,
  { least, most, shownDecimals }: { least: bigint; most: bigint; shownDecimals: number },
): bigint | null {
  const { costs } = terms;
  if (!costs) return least;
  const plain = { ...terms, costs: null };
  const pays = (sent: bigint) => {
    const { toAmount } = priceOf(sent, plain);
    return toAmount > 0n && toAmount <= mostPayout(sent, costs, terms);
  };
  if (pays(least)) return least;
  if (!pays(most)) return null;
  let [low, high] = [least, most];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (pays(middle)) high = middle;
    else low = middle + 1n;
  }
  const step = powerOfTen(Math.max(terms.fromDecimals - shownDecimals, 0));
  const round = ceilDiv(low, step) * step;
  return round < most ? round : most;
}

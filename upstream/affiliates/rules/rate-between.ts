import { floorDiv, powerOfTen } from "../../market/rules/division.ts";
import { formatRate, parseRate } from "../../market/rules/rate.ts";

/** Units of `to` for one of `from`, decimal text. */
export type KnownRate = { from: string; to: string; rate: string };

const decimals = 12;

/**
 * Units of one asset for one of another at the market's rates: of a pair either way, or over one asset that has a pair with
 * both, the first in the market's order. Cut to twelve decimals, so that everybody computes the same; null without rates.
 */
export function rateBetween(rates: readonly KnownRate[], from: string, to: string): string | null {
  if (from === to) return "1";
  const direct = fractionOf(rates, from, to);
  if (direct) return cut(direct);
  for (const middle of new Set(rates.flatMap((rate) => [rate.from, rate.to]))) {
    const [first, second] = [fractionOf(rates, from, middle), fractionOf(rates, middle, to)];
    if (first && second) return cut({ over: first.over * second.over, under: first.under * second.under });
  }
  return null;
}

type Fraction = { over: bigint; under: bigint };

function fractionOf(rates: readonly KnownRate[], from: string, to: string): Fraction | undefined {
  const forward = rates.find((rate) => rate.from === from && rate.to === to);
  if (forward) return fraction(forward.rate);
  const backward = rates.find((rate) => rate.from === to && rate.to === from);
  const turned = backward && fraction(backward.rate);
  return turned && { over: turned.under, under: turned.over };
}

function fraction(text: string): Fraction {
  const { digits, scale } = parseRate(text);
  return { over: digits, under: powerOfTen(scale) };
}

function cut({ over, under }: Fraction): string | null {
  const digits = floorDiv(over * powerOfTen(decimals), under);
  return digits > 0n ? formatRate({ digits, scale: decimals }) : null;
}
